import { expect, type Locator, type Page } from '@playwright/test'

export const keyField = (page: Page): Locator => page.getByLabel('Admin key')
/** The dashboard's links, which show that the screen is open. */
export const adminNav = (page: Page): Locator => page.getByRole('navigation', { name: 'Admin' })
export const codesTable = (page: Page): Locator => page.getByRole('table', { name: 'Access codes' })
export const codeRow = (page: Page, code: string): Locator =>
  codesTable(page).getByRole('row').filter({ hasText: code })

/** Opens the admin screen of a product by its key. @param query '?view=users' */
export async function openAdmin(page: Page, url: string, key: string, query = ''): Promise<void> {
  await page.goto(`${url}/adminaccess${query}`)
  await keyField(page).fill(key)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(adminNav(page)).toBeVisible()
}
