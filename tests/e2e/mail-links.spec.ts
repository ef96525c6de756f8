import type { Page } from '@playwright/test'
import { freshEmail, PASSWORD } from '../support/accounts/create-account.ts'
import { follow, linkTo, mailboxOf, openMail } from '../support/accounts/mailbox.ts'
import { dashboard, newAccount, openAsNewUser, signIn } from '../support/accounts/session.ts'
import { APPEARANCES, expectAccessibleLayout, look } from '../support/appearances.ts'
import { demoAccount, expect, expectAccessible, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { login, requestFirstLink, requestMail, signOut } from '../support/pages/sign-in-page.ts'

const SECRET = /access_token|refresh_token/

/** Collects the URL and the referrer of every request that the page sends from now on. */
function watchRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`))
  return requests
}

/** Neither the address bar nor an entry of the history contains a token. */
async function expectNoTokens(page: Page, back: string): Promise<void> {
  expect(page.url()).not.toMatch(SECRET)
  await page.goBack()
  await expect(page).toHaveURL(back)
  await page.goForward()
  await expect(page).toHaveURL(`${productUrl()}/`)
  expect(page.url()).not.toMatch(SECRET)
}

test('A6 A7 a sign-in link starts a session, and no address, history entry or request contains its tokens', async ({
  page,
}) => {
  const email = await newAccount()
  await page.goto(productUrl())
  await requestMail(page, email, 'Email me a sign-in link')
  await expect(page.getByText('Sign-in link sent. Check your inbox.')).toBeVisible()
  const requests = watchRequests(page)
  await openMail(page, productUrl(), email, 'Sign in')
  await expect(dashboard(page)).toBeVisible()
  expect(requests.slice(1).filter((text) => SECRET.test(text.replace(/^(\S+)#\S*/, '$1')))).toEqual([])
  await expectNoTokens(page, mailboxOf(productUrl()))
  await expect(dashboard(page)).toBeVisible()
})

test('A6 A5 a sign-in link for a new email creates an account through the gate and redeems its code', async ({
  page,
}) => {
  const email = freshEmail()
  await requestFirstLink(page, email)
  const pending = () => page.evaluate((key) => localStorage.getItem(key), `propsight.pending-code.${email}`)
  expect(await pending()).toBe(demoAccount().accessCode)
  await openMail(page, productUrl(), email, 'Sign in')
  await expect(dashboard(page)).toBeVisible()
  await expect.poll(pending).toBeNull()
})

for (const type of ['email', 'magiclink']) {
  test(`A7 tokens in the query with type ${type} sign in and are removed from the address at once`, {
    tag: type === 'email' ? [] : NIGHTLY,
  }, async ({ page }) => {
    const email = await newAccount()
    await page.goto(productUrl())
    await requestMail(page, email, 'Email me a sign-in link')
    const tokens = new URL(await follow(await linkTo(productUrl(), email))).hash.slice(1)
    const query = tokens.replace(/type=\w+/, `type=${type}`)
    await page.goto(mailboxOf(productUrl()))
    const requests = watchRequests(page)
    await page.goto(`${productUrl()}/?${query}`)
    await expect(dashboard(page)).toBeVisible()
    // The first request is the navigation itself.
    expect(requests.slice(1).filter((text) => SECRET.test(text))).toEqual([])
    await expectNoTokens(page, mailboxOf(productUrl()))
  })
}

test('A8 A9 A13 a forgotten password is replaced in the same tab by a link of the mailbox', async ({
  page,
}) => {
  const email = await newAccount()
  await page.goto(productUrl())
  await page.getByRole('button', { name: 'Forgot password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter your email above, then click Forgot password.')
  await requestMail(page, email, 'Forgot password')
  await expect(page.getByText('Password reset email sent. Check your inbox.')).toBeVisible()
  await openMail(page, productUrl(), email, 'Reset password')
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  await expectNoTokens(page, mailboxOf(productUrl()))

  // A reload does not skip the screen.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  await expectAccessible(page)
  const set = page.getByRole('button', { name: 'Set password' })
  await page.getByLabel('New password').fill('short')
  await set.click()
  await expect(page.getByRole('alert')).toHaveText('Password must be at least 6 characters')
  await page.getByLabel('New password').fill('another-password')
  await page.getByLabel('Confirm password').fill('something-else')
  await set.click()
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.getByLabel('Confirm password').fill('another-password')
  await set.click()
  await expect(dashboard(page)).toBeVisible()
  // The view may be visible before the load event of the page.
  await expect.poll(() => loads).toBe(1)
  await signOut(page)
  await signIn(page, email, 'another-password')
})

test('A9 a recovery link opened in another browser asks for a password only in that browser, and Sign Out ends it', async ({
  page,
  browser,
  watch,
}) => {
  // The link is the first proof of the mailbox: it ends the session that was begun without one.
  watch.expected.push(/status of (403|406)/)
  const email = await openAsNewUser(page)
  const other = await browser.newPage()
  await other.goto(productUrl())
  await requestMail(other, email, 'Forgot password')
  await openMail(other, productUrl(), email, 'Reset password')
  await expect(other.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(login(other)).toBeVisible()
  await other.reload()
  await expect(login(other)).toBeVisible()
  // The password stays, since no new one was set.
  await signIn(other, email, PASSWORD)
  await other.context().close()
})

for (const each of APPEARANCES) {
  const { name, theme, viewport, tag } = each
  const screenshotOf = (screen: string) => `test-results/screens/${screen}-${name.replace(', ', '-')}.png`

  test(`the mailbox lists its mails, newest first, and is accessible (${name})`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    const email = await newAccount()
    await look(page, each)
    await page.goto(productUrl())
    await requestMail(page, email, 'Email me a sign-in link')
    await requestMail(page, email, 'Forgot password')
    // The mailbox has the theme of the browser.
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(mailboxOf(productUrl()))
    const mails = page.getByRole('article').filter({ hasText: email })
    await expect(mails.nth(0).getByRole('link', { name: 'Reset password' })).toBeVisible()
    await expect(mails.nth(1).getByRole('link', { name: 'Sign in' })).toBeVisible()
    // Each mail has one link.
    for (const mail of [mails.nth(0), mails.nth(1)]) await expect(mail.getByRole('link')).toHaveCount(1)
    await expectAccessibleLayout(page)
    await page.screenshot({ path: screenshotOf('mailbox') })
  })

  // The test of a forgotten password above checks the desktop in the dark theme.
  test(`A9 Set New Password is accessible (${name})`, {
    tag: viewport.width < 768 ? tag : NIGHTLY,
  }, async ({ page }) => {
    const email = await newAccount()
    await look(page, each)
    await page.goto(productUrl())
    await requestMail(page, email, 'Forgot password')
    await openMail(page, productUrl(), email, 'Reset password')
    await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
    await expectAccessibleLayout(page)
    await page.screenshot({ path: screenshotOf('new-password') })
  })
}
