import type { Page } from '@playwright/test'
import { adjustCredits } from '../support/accounts/admin-api.ts'
import { openAsNewUser } from '../support/accounts/session.ts'
import { isMarked, markPage } from '../support/accounts/signed-in.ts'
import { expect, expectAccessible, productUrl, test, WIDTHS } from '../support/fixtures.ts'

const shown = (page: Page) => page.getByRole('banner').getByText(/^\d+ credits?$/)

async function analyze(page: Page, category: string) {
  await page.getByRole('radio', { name: category }).check({ force: true })
  await page.getByRole('button', { name: /^Analyze/ }).click()
}
/** Another tab of the same user, marked to detect a reload. */
async function secondTab(page: Page) {
  const tab = await page.context().newPage()
  await tab.goto(`${productUrl()}/pricing`)
  await expect(tab.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await markPage(tab)
  return tab
}

test.describe('credits at 1440 px', () => {
  test.use({ viewport: WIDTHS.desktop })

  test('C1 C2 S5: credits spent in one tab change the header of the other tab without a reload', async ({
    page,
  }) => {
    await openAsNewUser(page)
    const other = await secondTab(page)
    await expect(shown(other)).toHaveText('20 credits')
    await page.bringToFront()
    await analyze(page, 'Hits')
    await expect(page.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
    await expect(shown(page)).toHaveText('19 credits')
    await expect(shown(other)).toHaveText('19 credits')
    await expect(page.getByText('3x credits')).toBeVisible()
    await analyze(page, 'All Stat Lines')
    await expect(page.getByRole('heading', { level: 1, name: 'All Stat Lines' })).toBeVisible()
    await expect(shown(other)).toHaveText('16 credits', { timeout: 30_000 })
    await expect(shown(page)).toHaveText('16 credits')
    expect(await isMarked(other)).toBe(true)
  })

  test('C2: the server refuses an analysis without enough credits, and the page updates the credits', async ({
    page,
    watch,
  }) => {
    watch.expected.push(/402/)
    const email = await openAsNewUser(page)
    await expect(shown(page)).toHaveText('20 credits')
    await adjustCredits(email, -18)
    // The page still shows 20: the server refuses, and the header is updated.
    await analyze(page, 'All Stat Lines')
    await expect(page.getByRole('heading', { name: 'Not enough credits' })).toBeVisible()
    await expect(page.getByText('No credit was used.')).toBeVisible()
    await expect(shown(page)).toHaveText('2 credits')
    await adjustCredits(email, -2)
    await analyze(page, 'Hits')
    await expect(page.getByRole('heading', { name: 'No credits remaining' })).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/screens/no-credits-desktop.png' })
  })
})
