import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { exportResponse } from '@propsight/shared/contracts'
import { createAccount, PASSWORD } from '../support/accounts/create-account.ts'
import { countMails } from '../support/accounts/mailbox.ts'
import { dashboard, openAsNewUser, signIn } from '../support/accounts/session.ts'
import { demoAccount, expect, expectAccessible, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { openDataAndLimits } from '../support/pages/account-dialog.ts'
import { fillSignIn, login } from '../support/pages/sign-in-page.ts'

const questionOf = (page: Page) => page.getByRole('alertdialog')
const analyze = (page: Page) => page.getByRole('button', { name: /^Analyze/ }).click()

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

test('A11 C1: a daily limit refuses the next analysis, and a higher limit takes effect after 24 hours', async ({
  page,
  watch,
}) => {
  watch.expected.push(/status of 429/)
  await openAsNewUser(page)
  const dialog = await openRights(page)
  await dialog.getByLabel('Credits in 24 hours').fill('1')
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await expect(dialog.getByText('Your daily limit is set.')).toBeVisible()
  await expect(dialog.getByText('0 of 1')).toBeVisible()
  await page.keyboard.press('Escape')

  await analyze(page)
  await expect(page.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('radio', { name: 'Total Bases' }).check({ force: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Total Bases' })).toBeVisible()
  await analyze(page)
  await expect(page.getByText('You have reached your daily limit of 1 credits.').first()).toBeVisible()
  await expect(page.getByRole('banner').getByText('19 credits')).toBeVisible()

  await openRights(page)
  await expect(dialog.getByText('1 of 1')).toBeVisible()
  await dialog.getByLabel('Credits in 24 hours').fill('50')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The change waits 24 hours.')).toBeVisible()
  await expect(dialog.getByText(/^50 credits from /)).toBeVisible()
  await expect(dialog.getByText('1 of 1')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep 1' }).click()
  await expect(dialog.getByText(/^50 credits from /)).toHaveCount(0)
})

test('A11: the data download contains account, picks, runs and ledger, and no token', {
  tag: NIGHTLY,
}, async ({ page }) => {
  const email = await openAsNewUser(page)
  await analyze(page)
  await expect(page.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
  const save = page.getByRole('button', { name: /^Save .+/ }).first()
  const player =
    /^Save (.+), (?:over|under) /.exec((await save.getAttribute('aria-label')) ?? '')?.[1] ?? 'unknown'
  const synced = page.waitForResponse('**/api/sync-picks')
  await save.click()
  await expect(page.getByRole('button', { name: /^Save .+/ }).first()).toHaveAttribute('aria-pressed', 'true')
  await synced
  const dialog = await openRights(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  const day = new Date().toISOString().slice(0, 10)
  expect(download.suggestedFilename()).toBe(`propsight-data-${day}.json`)
  await expect(dialog.getByText(`Saved as propsight-data-${day}.json.`)).toBeVisible()
  const text = await readFile(await download.path(), 'utf8')
  const { account, tables } = exportResponse.parse(JSON.parse(text))
  expect(JSON.stringify(account)).toContain(email)
  expect(tables.user_profiles).toMatchObject([{ email, credits: 19, plan: 'free' }])
  expect(tables.my_picks).toMatchObject([{ player_name: player }])
  expect(tables.runs).toHaveLength(1)
  expect(tables.consents).toHaveLength(3)
  expect(tables.credit_ledger?.map(({ delta }) => delta)).toEqual([20, -1, 0])
  // The file may contain dates and counts of tokens, but no token.
  expect(text).not.toMatch(/"\w*(?:password|token|secret)\w*": "/i)
})

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
