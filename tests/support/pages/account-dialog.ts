import { expect, type Locator, type Page } from '@playwright/test'

export const accountDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Account' })
export const accountButton = (page: Page): Locator => page.getByRole('button', { name: /^Account/ })

/** Opens the account dialog. */
export async function openAccount(page: Page): Promise<Locator> {
  await accountButton(page).click()
  await expect(accountDialog(page)).toBeVisible()
  return accountDialog(page)
}

/** Opens 'Your data and limits'; its content may have failed to load. */
export async function openDataAndLimits(page: Page): Promise<Locator> {
  const dialog = await openAccount(page)
  await dialog.getByRole('radio', { name: 'Your data and limits' }).check({ force: true })
  return dialog
}
