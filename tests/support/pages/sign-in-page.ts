import { expect, type Page } from '@playwright/test'
import { PASSWORD } from '../accounts/create-account.ts'
import { countMails } from '../accounts/mailbox.ts'
import { demoAccount, productUrl } from '../shared-product.ts'

export const login = (page: Page) => page.getByRole('heading', { name: 'Welcome to Propsight' })

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(login(page)).toBeVisible()
}

/** Requests a mail with a button of the login screen and waits for its delivery. */
export async function requestMail(
  page: Page,
  email: string,
  button: string,
  url = productUrl(),
): Promise<void> {
  const before = await countMails(url, email)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: button }).click()
  await expect.poll(() => countMails(url, email)).toBe(before + 1)
}

/** Requests a sign-in link for a new e-mail address. The access code is reserved and kept in this browser. */
export async function requestFirstLink(
  page: Page,
  email: string,
  { url = productUrl(), accessCode = demoAccount().accessCode } = {},
): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('alert')).toHaveText('Access code required for new accounts')
  await page.getByLabel('Date of birth').fill('1988-05-17')
  await page.getByLabel('Access code').fill(accessCode)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByText('Sign-in link sent. Check your inbox.')).toBeVisible()
}

/** The access token of the session on this page. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('propsight.auth') ?? '{}').access_token)
