import { expect, type Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { demoAccount, productUrl } from '../shared-product.ts'
import { anonymousClient, createAccount, freshEmail, PASSWORD, type SignUpTarget } from './create-account.ts'

/** Sessions without the sign-in form. Only the specs of sign-up and sign-in use the forms. */

/** Local storage key of the supabase-js session (`shell/src/config`). */
const SESSION_KEY = 'propsight.auth'

const sharedProduct = (): SignUpTarget => ({ url: productUrl(), demo: demoAccount() })

/** Creates an account. @returns its e-mail address */
export const newAccount = async (target = sharedProduct(), email?: string): Promise<string> =>
  (await createAccount(target, email)).email

/**
 * Opens an address with an existing session of this user. The session is written once, so that the page stays
 * signed out after a sign-out and a reload.
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

/** Creates an account and opens its Dashboard. @returns the e-mail address */
export async function openAsNewUser(page: Page, target = sharedProduct()): Promise<string> {
  const account = await createAccount(target)
  await openWithSession(page, target.url, account)
  await expect(dashboard(page)).toBeVisible()
  return account.email
}

/** Opens the Dashboard of an existing account. */
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

/** Creates an account with the sign-up form. @returns its e-mail address */
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
