import type { Page } from '@playwright/test'
import { expect, productUrl, test } from '../support/fixtures.ts'
import {
  askForFirstLink,
  askForMail,
  dashboard,
  fillSignIn,
  freshEmail,
  login,
  newAccount,
  PASSWORD,
  signIn,
  signOut,
} from '../support/log-in.ts'
import { openMail } from '../support/mailbox.ts'
import { isMarked, markPage } from '../support/signed-in.ts'

const userOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('propsight.auth') ?? '{}').user?.email as string)
const pendingCodes = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage).filter(([key]) => key.startsWith('propsight.pending-code.')),
    ),
  )

test('A5 codes that wait for two e-mails in one browser do not mix', async ({ page }) => {
  const [ada, rae] = [freshEmail(), freshEmail()]
  await askForFirstLink(page, ada)
  await askForFirstLink(page, rae)
  const keyOf = (email: string) => `propsight.pending-code.${email}`
  expect(Object.keys(await pendingCodes(page)).sort()).toEqual([ada, rae].map(keyOf).sort())
  await openMail(page, productUrl(), rae, 'Sign in')
  await expect(dashboard(page)).toBeVisible()
  await expect.poll(async () => Object.keys(await pendingCodes(page))).toEqual([keyOf(ada)])
  await signOut(page)
  await openMail(page, productUrl(), ada, 'Sign in')
  await expect(dashboard(page)).toBeVisible()
  await expect.poll(() => pendingCodes(page)).toEqual({})
  expect(await userOf(page)).toBe(ada)
})

test('A7 A11 a link for another account takes over: nothing of the first is shown, in any tab', async ({
  page,
  context,
}) => {
  const [ada, rae] = [await newAccount(), await newAccount()]
  await signIn(page, ada)
  const other = await context.newPage()
  await other.goto(`${productUrl()}/picks`)
  await expect(other.getByRole('button', { name: /^Account/ })).toBeVisible()
  await markPage(other)

  const visitor = await context.browser()?.newPage()
  if (!visitor) throw new Error('no browser')
  await visitor.goto(productUrl())
  await askForMail(visitor, rae, 'Email me a sign-in link')
  await visitor.context().close()

  const shown: string[] = []
  await page.exposeFunction('seen', (text: string) => shown.push(text))
  await page.addInitScript((first) => {
    const look = () => {
      if (document.body?.textContent?.includes(first)) Reflect.get(globalThis, 'seen')(first)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, ada)
  await openMail(page, productUrl(), rae, 'Sign in')
  await expect(dashboard(page)).toBeVisible()
  expect(await userOf(page)).toBe(rae)
  await page.getByRole('button', { name: /^Account/ }).click()
  await expect(page.getByRole('dialog').getByText(rae)).toBeVisible()
  expect(shown).toEqual([])

  await expect.poll(() => isMarked(other)).toBe(false)
  await other.getByRole('button', { name: /^Account/ }).click()
  await expect(other.getByRole('dialog').getByText(rae)).toBeVisible()
})

test('A11 A13 one account after another in one browser: the second sees only its own', async ({
  page,
  context,
}) => {
  const [ada, rae] = [await newAccount(), await newAccount()]
  await signIn(page, ada)
  const other = await context.newPage()
  await other.goto(productUrl())
  await expect(dashboard(other)).toBeVisible()
  await markPage(other)
  await signOut(page)
  await expect(login(other)).toBeVisible()
  expect(await isMarked(other)).toBe(true)
  await fillSignIn(page, rae)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dashboard(page)).toBeVisible()
  // The other tab held Ada's things: it starts afresh.
  await expect(dashboard(other)).toBeVisible()
  await expect.poll(() => isMarked(other)).toBe(false)
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: /^Account/ }).click()
    await expect(tab.getByRole('dialog').getByText(rae)).toBeVisible()
    await expect(tab.getByText(ada)).toHaveCount(0)
  }
})

test('A9 a reset that one user asked for is not asked of the next one', async ({ page }) => {
  const [ada, rae] = [await newAccount(), await newAccount()]
  await page.goto(productUrl())
  await askForMail(page, ada, 'Forgot password')
  await openMail(page, productUrl(), ada, 'Reset password')
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  // The session is lost without a sign-out, as when a browser clears what a site keeps.
  await page.evaluate(() => localStorage.removeItem('propsight.auth'))
  await page.reload()
  await signIn(page, rae)
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeHidden()
})

test('A9 a password that was set in one tab ends the question in every other', async ({ page, context }) => {
  const email = await newAccount()
  await page.goto(productUrl())
  await askForMail(page, email, 'Forgot password')
  await openMail(page, productUrl(), email, 'Reset password')
  const other = await context.newPage()
  await other.goto(productUrl())
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  }
  await page.getByLabel('New password').fill(`${PASSWORD} 2`)
  await page.getByLabel('Confirm password').fill(`${PASSWORD} 2`)
  await page.getByRole('button', { name: 'Set password' }).click()
  for (const tab of [page, other]) await expect(dashboard(tab)).toBeVisible()
})
