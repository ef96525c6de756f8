import type { Page } from '@playwright/test'
import { anonymousClient } from '../support/accounts/create-account.ts'
import { countMails, follow, linkTo } from '../support/accounts/mailbox.ts'
import { newAccount, openAsNewUser } from '../support/accounts/session.ts'
import { APPEARANCES, expectAccessibleLayout, look } from '../support/appearances.ts'
import { expect, expectAccessible, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { login } from '../support/pages/sign-in-page.ts'

const SECRET = /access_token|refresh_token/

/** The address to which the link of a mail leads, with the tokens of a session of this account. */
async function addressWithTokens(email: string): Promise<URL> {
  const client = await anonymousClient(productUrl())
  const before = await countMails(productUrl(), email)
  const { error } = await client.auth.signInWithOtp({ email, options: { emailRedirectTo: productUrl() } })
  expect(error).toBeNull()
  return new URL(await follow(await linkTo(productUrl(), email, before + 1)))
}
const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('propsight.auth'))

for (const type of ['magiclink', 'recovery', 'email_change'])
  test(`A7 a link of type ${type} from another site signs nobody in without a question (login CSRF)`, {
    tag: type === 'magiclink' ? [] : NIGHTLY,
  }, async ({ page }) => {
    const attacker = await newAccount()
    const address = await addressWithTokens(attacker)
    await page.goto(address.href.replace(/type=\w+/, `type=${type}`))
    await expect(page.getByRole('heading', { name: `Continue as ${attacker}?` })).toBeVisible()
    expect(page.url()).not.toMatch(SECRET)
    expect(await storedSession(page)).toBeNull()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(login(page)).toBeVisible()
    expect(await storedSession(page)).toBeNull()
    // The declined session has ended: the tokens cannot be used again.
    const token = new URLSearchParams(address.hash.slice(1)).get('access_token')
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${productUrl()}/auth/v1/user`, { headers })).status
      })
      .toBeGreaterThanOrEqual(400)
  })

for (const type of ['magiclink', 'recovery', 'email_change'])
  test(`A7 a link of type ${type} of another account never replaces a live session`, {
    tag: type === 'recovery' ? [] : NIGHTLY,
  }, async ({ page }) => {
    const attacker = await newAccount()
    const victim = await openAsNewUser(page)
    const address = await addressWithTokens(attacker)
    await page.goto(`${productUrl()}/picks${address.hash.replace(/type=\w+/, `type=${type}`)}`)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Set New Password' })).toHaveCount(0)
    expect(JSON.parse((await storedSession(page)) ?? '{}').user.email).toBe(victim)
  })

for (const each of APPEARANCES) {
  const { name, tag } = each
  test(`the question of a link is accessible (${name})`, { tag }, async ({ page }) => {
    const email = await newAccount()
    await look(page, each)
    await page.goto((await addressWithTokens(email)).href)
    await expect(page.getByRole('heading', { name: `Continue as ${email}?` })).toBeVisible()
    await expectAccessibleLayout(page)
    await page.screenshot({ path: `test-results/screens/link-question-${name.replace(', ', '-')}.png` })
  })
}
