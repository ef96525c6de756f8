import { expect, type Locator, type Page } from '@playwright/test'
import { freshEmail, PASSWORD } from '../accounts/create-account.ts'
import { openAsNewUser } from '../accounts/session.ts'

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

/** Signs a new user in and requests a change of the e-mail. @returns the new address */
export async function requestEmailChange(page: Page): Promise<string> {
  await openAsNewUser(page)
  const email = freshEmail()
  const dialog = await openAccount(page)
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByLabel('New email').fill(email)
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/Open the link in the mail to/)).toContainText(email)
  return email
}
