import { expect, type Locator, type Page } from '@playwright/test'

export const keyField = (page: Page): Locator => page.getByLabel('Admin key')
/** The links of the dashboard. They are visible only after the key was accepted. */
export const adminNav = (page: Page): Locator => page.getByRole('navigation', { name: 'Admin' })
export const codesTable = (page: Page): Locator => page.getByRole('table', { name: 'Access codes' })
export const codeRow = (page: Page, code: string): Locator =>
  codesTable(page).getByRole('row').filter({ hasText: code })

/** Opens the admin screen of a product with its key. @param query for example '?view=users' */
export async function openAdmin(page: Page, url: string, key: string, query = ''): Promise<void> {
  await page.goto(`${url}/adminaccess${query}`)
  await keyField(page).fill(key)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(adminNav(page)).toBeVisible()
}
