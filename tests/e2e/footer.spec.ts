import type { Page } from '@playwright/test'
import { expectNoHorizontalScroll } from '../support/appearances.ts'
import { expect, productUrl, test } from '../support/fixtures.ts'

const footer = (page: Page) => page.getByRole('contentinfo')

test.describe('S7 the footer', () => {
  test('S7 shows Contact Us and the helplines at every width', async ({ page }) => {
    await page.goto(productUrl())
    for (const width of [320, 360, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(footer(page).getByRole('link', { name: '1-800-GAMBLER' })).toHaveAttribute(
        'href',
        /^tel:1-?800-?426-?2537$/,
      )
      await expect(footer(page).getByRole('link', { name: '1-800-MY-RESET' })).toHaveAttribute(
        'href',
        /^tel:1-?800-?697-?3738$/,
      )
      await expectNoHorizontalScroll(page)
    }
    await footer(page).getByRole('button', { name: 'Contact Us' }).click()
    await expect(page.getByRole('dialog', { name: 'Contact Us' })).toBeVisible()
  })
})
