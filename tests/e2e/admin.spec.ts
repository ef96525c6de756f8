import type { Page } from '@playwright/test'
import { anonymousClient } from '../support/accounts/create-account.ts'
import { linkTo, openLink } from '../support/accounts/mailbox.ts'
import { dashboard, newAccount, openAsNewUser } from '../support/accounts/session.ts'
import { expectAccessibleLayout } from '../support/appearances.ts'
import { expect, productUrl, test } from '../support/fixtures.ts'
import { keyField, openAdmin } from '../support/pages/admin-page.ts'

const adminKey = (): string => process.env.PROPSIGHT_ADMIN_KEY ?? ''
const open = (page: Page, query?: string) => openAdmin(page, productUrl(), adminKey(), query)

/** Requests a sign-in mail. @param count number of mails to the address with this one @returns its link */
async function signInLink(email: string, count: number): Promise<string> {
  const client = await anonymousClient(productUrl())
  const { error } = await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: productUrl() },
  })
  if (error) throw new Error(`sign-in mail: ${error.message}`)
  return linkTo(productUrl(), email, count)
}

test.beforeEach(({ watch }) => {
  // Requests without the key are refused before the screen asks for it.
  watch.expected.push(/status of (401|403|409|429)/)
})

test('D1: the key step refuses a blank and a wrong key, accepts the right one and stores it nowhere', async ({
  page,
}) => {
  await page.goto(`${productUrl()}/adminaccess`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin access' })).toBeVisible()
  await expect(keyField(page)).toHaveAttribute('type', 'password')
  await keyField(page).fill('   ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter admin key to continue.', { exact: true })).toBeVisible()
  await keyField(page).fill('not the key')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This is not the admin key')).toBeVisible()
  await keyField(page).fill(adminKey())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: /^Existing codes/ })).toBeVisible()
  const readable = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  )
  expect(readable).not.toContain(adminKey())
  expect(readable).not.toContain('propsight-admin=')
  expect(readable).toContain('propsight:admin-key-given')
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Existing codes/ })).toBeVisible()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(keyField(page)).toBeVisible()
  await page.reload()
  await expect(keyField(page)).toBeVisible()
})

test('D1 C1: an administrator finds a user, refunds a run, adjusts credits and changes the plan', async ({
  page,
  browser,
}) => {
  const userPage = await (await browser.newContext()).newPage()
  const email = await openAsNewUser(userPage)
  await userPage.getByRole('radio', { name: 'Total Bases' }).check({ force: true })
  await userPage.getByRole('button', { name: /^Analyze/ }).click()
  await expect(userPage.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
  await userPage.context().close()
  await open(page, '?view=users')
  await page.getByLabel('Search email or id').fill(email)
  await page.getByRole('link', { name: email }).click()
  await expect(page).toHaveURL(/\?view=users&user=[0-9a-f-]{36}$/)
  const ledger = page.getByRole('table', { name: 'Ledger' })
  await expect(ledger.getByRole('row').filter({ hasText: 'Welcome' })).toContainText('+20')

  const adjust = async (change: string, reason: string) => {
    await page.getByRole('button', { name: 'Adjust credits' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Adjust credits' })
    await dialog.getByLabel('Change').fill(change)
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: /^Adjust by/ }).click()
    return dialog
  }
  await page.getByRole('button', { name: /^Refund the run of/ }).click()
  const refunding = page.getByRole('alertdialog', { name: 'Refund this run?' })
  await refunding.getByLabel('Reason').fill('The board was wrong')
  await refunding.getByRole('button', { name: 'Refund' }).click()
  await expect(ledger.getByRole('row').filter({ hasText: 'The board was wrong' })).toContainText('+1')
  await expect(page.getByRole('button', { name: /^Refund the run of/ })).toHaveCount(0)

  await adjust('5', 'Lost a board on opening day')
  const entry = ledger.getByRole('row').filter({ hasText: 'Lost a board on opening day' })
  await expect(entry).toContainText('+5')
  await expect(entry).toContainText('25')
  const refused = await adjust('-26', 'Too many')
  await expect(refused.getByRole('alert')).toHaveText('Not enough credits')
  await refused.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Change plan' })
  await dialog.getByText('Premium').click()
  await dialog.getByLabel('Reason').fill('Support case')
  await dialog.getByRole('button', { name: 'Change to Premium' }).click()
  await expect(page.getByText('is on the Premium plan')).toBeVisible()
  await page.getByRole('link', { name: 'All users' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Premium')
})

test('D1 C4: the session of an administrator opens the admin screen without a key until the role is revoked', async ({
  page,
  browser,
}) => {
  const email = await newAccount()
  await open(page, '?view=administrators')
  await page.getByLabel('Email of an account').fill(email)
  await page.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByRole('alert')).toContainText('has not proven its mailbox')

  const context = await browser.newContext()
  const userPage = await context.newPage()
  const tryWithoutKey = async () => {
    await userPage.getByRole('button', { name: 'Continue' }).click()
    await expect(userPage.getByText('Enter admin key to continue.')).toBeVisible()
  }
  await openLink(userPage, await signInLink(email, 1))
  await expect(dashboard(userPage)).toBeVisible()
  await userPage.goto(`${productUrl()}/adminaccess`)
  await tryWithoutKey()

  await page.getByRole('button', { name: 'Grant' }).click()
  const administrators = page.getByRole('table', { name: 'Administrators' })
  await expect(administrators).toContainText(email)
  // The grant does not extend to sessions from before it: a new sign-in by mail is required.
  await tryWithoutKey()
  await userPage.evaluate(() => localStorage.clear())
  await openLink(userPage, await signInLink(email, 2))
  await expect(dashboard(userPage)).toBeVisible()
  await userPage.goto(`${productUrl()}/adminaccess`)
  await expect(userPage.getByRole('heading', { name: /^Existing codes/ })).toBeVisible()
  await expect(userPage.getByText('By your account')).toBeVisible()
  await userPage.getByRole('button', { name: 'Second factor' }).click()
  const factor = userPage.getByRole('dialog', { name: 'Second factor' })
  await expect(factor.getByRole('button', { name: 'Set up' })).toBeVisible()
  await expectAccessibleLayout(userPage)
  await factor.getByRole('button', { name: 'Set up' }).click()
  await factor.getByLabel('Code of the app').fill('000000')
  await factor.getByRole('button', { name: 'Continue' }).click()
  await expect(factor.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleLayout(userPage)
  await userPage.keyboard.press('Escape')
  await expect(factor).toHaveCount(0)

  await page.getByRole('button', { name: `Revoke ${email}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('button', { name: `Revoke ${email}` })).toHaveCount(0)
  await userPage.reload()
  await expect(keyField(userPage)).toBeVisible()
  await context.close()
})
