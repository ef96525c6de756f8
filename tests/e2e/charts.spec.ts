import type { Page } from '@playwright/test'
import { expect, test } from '../support/accounts/signed-in.ts'
import { productUrl } from '../support/fixtures.ts'
import { stubPickHistory } from '../support/stubs/parlays.ts'

const CHARTS_CHUNK = /\/charts(\.[\w-]+)?\.js/
/** Calibration, record and profit. */
const CHARTS = 3

const panel = (page: Page, name: string) => page.getByRole('region', { name })
const drawings = (page: Page) => page.locator('#main [aria-hidden="true"] > div > svg')

async function openRecord(page: Page): Promise<void> {
  await stubPickHistory(page)
  await page.goto(`${productUrl()}/picks?view=record`)
  await expect(page.getByRole('img', { name: /^Record from July 7, 2026 to July 18, 2026: / })).toBeVisible()
}

test('F4 charts whose chunk fails show an error and keep their tables, and one Retry draws all of them', async ({
  page,
  watch,
  responsiveness,
}) => {
  watch.expected.push(/Failed to load resource/)
  await page.route(CHARTS_CHUNK, (route) => route.abort('connectionrefused'))
  await openRecord(page)
  const errors = page.getByRole('alert').filter({ hasText: 'The chart could not be loaded.' })
  await expect(errors).toHaveCount(CHARTS)
  const record = panel(page, 'Record over time')
  await record.getByRole('radio', { name: 'Table' }).check({ force: true })
  await expect(record.getByRole('row')).toHaveCount(13)
  await record.getByRole('radio', { name: 'Chart' }).check({ force: true })

  await errors.first().getByRole('button', { name: 'Retry' }).click()
  await expect(errors).toHaveCount(CHARTS)
  await page.unroute(CHARTS_CHUNK)
  await errors.last().getByRole('button', { name: 'Retry' }).click()
  await expect(drawings(page)).toHaveCount(CHARTS)
  await expect(errors).toHaveCount(0)
  await expect(record.getByText('came true', { exact: true })).toBeVisible()
  expect(responsiveness.cls).toBe(0)
})

test('charts have the text color of the page in forced colors, and fit a narrow screen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openRecord(page)
  await expect(drawings(page)).toHaveCount(CHARTS)
  const pageColor = await page.evaluate(() => getComputedStyle(document.body).color)
  const label = panel(page, 'Record over time').getByText('came true', { exact: true })
  expect(await label.evaluate((text) => getComputedStyle(text).fill)).toBe(pageColor)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Record over time', 'Parlays', 'Forecast and result']) {
    // A resize draws the chart again, so a text may disappear while its box is read.
    await expect(async () => {
      const box = await panel(page, name).boundingBox()
      const texts = await panel(page, name).locator('svg text').all()
      for (const text of texts) {
        const { x = 0, width = 0 } = (await text.boundingBox()) ?? {}
        expect(x, name).toBeGreaterThanOrEqual(box?.x ?? 0)
        expect(x + width, name).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
      }
    }).toPass()
  }
})
