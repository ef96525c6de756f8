import type { Page } from '@playwright/test'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'
import type { TestSite } from '../support/product/test-site.ts'

async function analyze(page: Page, site: TestSite, market: string): Promise<void> {
  await openWithSession(page, site.url, await site.newUser())
  await page.getByRole('radio', { name: market, exact: true }).check({ force: true })
  await page.getByRole('button', { name: /^Analyze/ }).click()
  await expect(page.getByText('Complete!')).toBeVisible({ timeout: 60_000 })
}

test('N3: The texts of a row stay in their column, and the expanded row has them in full', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 1200 })
  await analyze(page, site, 'Total Bases')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 1200 })
    const rows = page.getByRole('list', { name: 'Also ranked' }).locator('[data-card]')
    const overflowing = await rows.evaluateAll((shown) =>
      shown.flatMap((row) => {
        const column = row.querySelector('[data-open]')?.parentElement
        return column && column.scrollWidth > column.clientWidth + 1 ? [column.textContent] : []
      }),
    )
    expect(overflowing, `at ${width} pixels`).toEqual([])
  }
  const weather = /wind \d+ mph/
  const row = page.getByRole('list', { name: 'Also ranked' }).getByRole('listitem').first()
  await expect(row.getByText(weather)).toHaveCount(0)
  await row.getByRole('button', { name: /: hit rates$/ }).click()
  await expect(row.getByText(weather)).toBeVisible()
})
