import { expect, type Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { anonymousClient, createAccount, freshEmail, PASSWORD, type SignUpTarget } from './account.ts'
import { demoAccount, productUrl } from './shared-product.ts'

/** Sessions without the forms: only the specs of sign-up and sign-in fill those in. */

/** Where supabase-js keeps the session in the browser (`shell/src/config`). */
const SESSION_KEY = 'propsight.auth'

const sharedProduct = (): SignUpTarget => ({ url: productUrl(), demo: demoAccount() })

/** Creates an account. @returns its e-mail address */
export const newAccount = async (target = sharedProduct(), email?: string): Promise<string> =>
  (await createAccount(target, email)).email

/**
 * Opens an address with the session of this user, as a returning user does. The session is written once: a later
 * sign-out and reload of the same page stays signed out.
 */
export async function openWithSession(
  page: Page,
  url: string,
  user: { client: SupabaseClient },
): Promise<void> {
  const { data } = await user.client.auth.getSession()
  await page.addInitScript(
    ([key, session, marker]) => {
      if (sessionStorage.getItem('test.session') === marker) return
      sessionStorage.setItem('test.session', marker)
      localStorage.setItem(key, session)
    },
    [SESSION_KEY, JSON.stringify(data.session), crypto.randomUUID()] as const,
  )
  await page.goto(url)
}

export const dashboard = (page: Page) => page.getByRole('heading', { name: 'Get Started' })

/** A new account's Dashboard. @returns the account's e-mail address */
export async function openAsNewUser(page: Page, target = sharedProduct()): Promise<string> {
  const account = await createAccount(target)
  await openWithSession(page, target.url, account)
  await expect(dashboard(page)).toBeVisible()
  return account.email
}

/** The Dashboard of an existing account. */
export async function signIn(
  page: Page,
  email: string,
  password = PASSWORD,
  url = productUrl(),
): Promise<void> {
  const client = await anonymousClient(url)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw new Error(`sign-in: ${error.message}`)
  await openWithSession(page, url, { client })
  await expect(dashboard(page)).toBeVisible()
}

/** From the sign-in screen to an account by the form. @returns the new address */
export async function signUpByForm(page: Page, { url, demo }: SignUpTarget): Promise<string> {
  const email = freshEmail()
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign up with an access code' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByLabel('Date of birth').fill('1988-05-17')
  await page.getByLabel('Access code').fill(demo.accessCode)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(dashboard(page)).toBeVisible()
  return email
}
