import type { Locator, Page } from '@playwright/test'
import { expectNoHorizontalScroll } from '../support/appearances.ts'
import { expect, productUrl, test } from '../support/fixtures.ts'

const TEXTS = [
  {
    link: 'Privacy Policy',
    title: 'Privacy Policy',
    contains: ['What we keep, and for how long', 'Download my data'],
  },
  {
    link: 'Terms',
    title: 'Terms of Service',
    contains: ['at least 18 years old', 'It is not gambling', 'No accuracy is guaranteed'],
  },
  {
    link: 'Disclaimer',
    title: 'Disclaimer',
    contains: ['21 years or more (21+)', 'Analytics only, not gambling', '1-800-GAMBLER', '1-800-MY-RESET'],
  },
  { link: 'Accessibility Statement', title: 'Accessibility Statement', contains: ['within 2 business days'] },
] as const

const footer = (page: Page) => page.getByRole('contentinfo')
async function openText(page: Page, link: string, title: string): Promise<Locator> {
  await footer(page).getByRole('button', { name: link, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

test.describe('S7 footer and legal texts', () => {
  test('S7 show all four texts in full', async ({ page }) => {
    await page.goto(productUrl())
    for (const { link, title, contains } of TEXTS) {
      const dialog = await openText(page, link, title)
      await expect(dialog.getByText('Last updated August 5, 2025', { exact: true })).toBeVisible()
      for (const text of contains) await expect(dialog).toContainText(text)
      await expect(dialog.getByRole('link', { name: 'support@propsight.example' })).toBeAttached()
      await expect(dialog.getByRole('link', { name: 'contact@propsight.example' })).toBeAttached()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
    }
  })

  test('S7 link to the social addresses of the operator without a referrer', async ({ page }) => {
    await page.goto(productUrl())
    const links = footer(page).getByRole('navigation', { name: 'Social' }).getByRole('link')
    await expect(links).toHaveText(['Instagram', 'Discord', 'X'])
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('href', /^https:\/\/[a-z]+\.propsight\.example\/$/)
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
  })

  test('S7 show Contact Us and the helplines at every width', async ({ page }) => {
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
