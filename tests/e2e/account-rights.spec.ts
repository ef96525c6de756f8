import type { Page } from '@playwright/test'
import { createAccount, PASSWORD } from '../support/accounts/create-account.ts'
import { countMails } from '../support/accounts/mailbox.ts'
import { dashboard, openAsNewUser, signIn } from '../support/accounts/session.ts'
import { demoAccount, expect, productUrl, test } from '../support/fixtures.ts'
import { openDataAndLimits } from '../support/pages/account-dialog.ts'
import { fillSignIn, login } from '../support/pages/sign-in-page.ts'

const questionOf = (page: Page) => page.getByRole('alertdialog')

async function openRights(page: Page) {
  const dialog = await openDataAndLimits(page)
  await expect(dialog.getByRole('heading', { name: 'Daily limit' })).toBeVisible()
  return dialog
}
/** Moves the clock of a page past the polling interval and focuses the page. */
async function refocusAfterPolling(page: Page): Promise<void> {
  await page.clock.fastForward(31_000)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}
async function trySignIn(page: Page, email: string): Promise<void> {
  await fillSignIn(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
/** The date in so many days, formatted like in the messages of the server. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.now() + days * 86_400_000,
  )

test('A10 A11: deleting an account ends every session and the account, and signing up again grants no credits', async ({
  page,
  browser,
  watch,
}) => {
  watch.expected.push(/status of 40[013]/)
  const email = await openAsNewUser(page)
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.clock.install()
  await signIn(elsewhere, email)

  const dialog = await openRights(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const question = questionOf(page)
  await question.getByLabel(`Type ${email} to confirm`).fill('me')
  await question.getByRole('button', { name: 'Delete account' }).click()
  await expect(question.getByRole('alert')).toHaveText(`Type ${email} to confirm.`)
  await question.getByLabel(`Type ${email} to confirm`).fill(email)
  await page.keyboard.press('Enter')
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Your account was deleted.')).toBeVisible()
  await expect(dialog).toBeHidden()

  await refocusAfterPolling(elsewhere)
  await expect(login(elsewhere)).toBeVisible()
  await elsewhere.context().close()

  await trySignIn(page, email)
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  // The address can be used again, without the twenty welcome credits.
  const { client } = await createAccount({ url: productUrl(), demo: demoAccount() }, email)
  const { data } = await client.from('user_profiles').select('credits').single()
  expect(data).toEqual({ credits: 0 })
})

test('A11: a break signs out every tab and browser and refuses sign-in until it ends', async ({
  page,
  browser,
  watch,
}) => {
  watch.expected.push(/status of 40[013]/)
  const email = await openAsNewUser(page)
  const tab = await page.context().newPage()
  await tab.goto(productUrl())
  await expect(dashboard(tab)).toBeVisible()
  await page.bringToFront()
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.clock.install()
  await signIn(elsewhere, email)

  const dialog = await openRights(page)
  await dialog.getByLabel('For').selectOption('90 days')
  await dialog.getByRole('button', { name: 'Take a break' }).click()
  const question = page.getByRole('alertdialog', { name: `Take a break until ${dayIn(90)}?` })
  await question.getByRole('button', { name: 'Take the break' }).click()
  const sentence = `You excluded yourself until ${dayIn(90)}.`
  await expect(login(page)).toBeVisible()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(login(tab)).toBeVisible()

  await refocusAfterPolling(elsewhere)
  await expect(login(elsewhere)).toBeVisible()
  await expect(elsewhere.getByText(sentence)).toBeVisible()
  await elsewhere.context().close()

  await tab.close()
  await page.reload()
  await expect(login(page)).toBeVisible()
  await trySignIn(page, email)
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'Forgot password' }).click()
  await expect(login(page)).toBeVisible()
  expect(await countMails(productUrl(), email)).toBeLessThanOrEqual(1)
})
