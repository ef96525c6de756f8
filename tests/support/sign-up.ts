import { expect, type Page } from '@playwright/test'

/** From the sign-in screen to an account, as somebody with an access code does it. @returns the new address */
export async function signUp(
  page: Page,
  { url, accessCode }: { url: string; accessCode: string },
): Promise<string> {
  const email = `ada${Date.now()}${Math.floor(Math.random() * 1000)}@example.com`
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign up with an access code' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm password').fill('correct horse battery')
  await page.getByLabel('Date of birth').fill('1988-05-17')
  await page.getByLabel('Access code').fill(accessCode)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  return email
}
