import type { Page } from '@playwright/test'
import { dashboard, newAccount, signIn } from '../support/accounts/session.ts'
import { APPEARANCES, expectNoHorizontalScroll, look } from '../support/appearances.ts'
import { demoAccount, expect, expectAccessible, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { fillSignIn, login } from '../support/pages/sign-in-page.ts'

const press = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click()

for (const each of APPEARANCES) {
  const file = each.name.replace(', ', '-')
  test(`A1 The sign-in and sign-up forms with their legal texts are accessible (${each.name})`, {
    tag: each.name === 'desktop, dark' ? [] : NIGHTLY,
  }, async ({ page }) => {
    await look(page, each)
    await page.goto(productUrl())
    await expect(login(page)).toBeVisible()
    await expect(page.getByText('Sign in to access your dashboard')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.screenshot({ path: `test-results/screens/sign-in-${file}.png` })

    await page.getByRole('button', { name: 'Sign up with an access code' }).click()
    for (const label of ['Email', 'Confirm password', 'Date of birth', 'Access code']) {
      await expect(page.getByLabel(label)).toBeVisible()
    }
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.screenshot({ path: `test-results/screens/sign-up-${file}.png` })
    for (const text of ['Terms of Service', 'Privacy Policy']) {
      await page.locator('main').getByRole('button', { name: text }).click()
      const dialog = page.getByRole('dialog', { name: text })
      await expect(dialog).toContainText('Last updated August 5, 2025')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    // Switching between the forms keeps what was typed.
    await page.getByLabel('Email').fill('kept@example.com')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByLabel('Email')).toHaveValue('kept@example.com')
  })
}

test('A2 A13 A wrong password shows the error of the provider and keeps the form, and a correct one reloads once', async ({
  page,
  watch,
}) => {
  watch.expected.push(/status of 400/)
  const email = await newAccount()
  await page.goto(productUrl())
  await fillSignIn(page, email, 'not-the-password')
  await press(page)
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await fillSignIn(page, email)
  await press(page)
  await expect(dashboard(page)).toBeVisible()
  await expect(page.getByRole('banner').getByText('20 credits')).toBeVisible()
  expect(loads).toBe(1)
})

const AUTH = 'propsight.auth'
/** Makes the stored session expire. */
const expire = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
  }, AUTH)

test('S2 The sign-in screen replaces the spinner after 3 s when the auth service hangs', async ({ page }) => {
  await signIn(page, await newAccount())
  await expire(page)
  await page.clock.install()
  await page.route('**/auth/v1/**', () => {})
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  await expectAccessible(page)
  await page.clock.runFor(1_500)
  await expect(login(page)).toBeVisible()
})

test('S2 A9 A requested password reset precedes the app for the user who requested it', async ({ page }) => {
  await signIn(page, await newAccount())
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('propsight.auth') ?? '{}')
    localStorage.setItem('propsight.password-reset', session.user.id)
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('propsight.password-reset', 'another user'))
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
})

test('S12 The console shows messages only when the debug flag is exactly true', async ({ page }) => {
  const consoleMessages: string[] = []
  page.on('console', (message) => {
    if (!/blocked by Playwright/.test(message.text())) consoleMessages.push(message.text())
  })
  const { email, password } = demoAccount()
  await signIn(page, email, password)
  await page.evaluate(() => localStorage.setItem('debug', '1'))
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  expect(consoleMessages).toEqual([])
  await page.evaluate(() => localStorage.setItem('debug', 'true'))
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  await expect.poll(() => consoleMessages.filter((text) => text.includes('auth')).length).toBeGreaterThan(0)
  expect(consoleMessages.join('\n')).not.toMatch(/eyJ[\w-]+\./)
})

test('S1 Paths are matched in lowercase and without a trailing slash, and any other path opens the main app', async ({
  page,
  watch,
}) => {
  // The admin page requests its session without one.
  watch.expected.push(/status of 401 .*\/api\/admin\//)
  for (const [path, title] of [
    ['/AdminAccess/', 'Admin access'],
    ['/adminaccess', 'Admin access'],
    ['/Pitchers/', 'Pitchers'],
    ['/PITCHERS-TOMORROW', 'Pitchers'],
  ] as const) {
    await page.goto(productUrl() + path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(login(page)).toBeHidden()
  }
  for (const path of ['/', '/picks', '/nowhere/at/all', '/scanner', '/pricing']) {
    await page.goto(productUrl() + path)
    await expect(login(page)).toBeVisible()
  }
  const { email, password } = demoAccount()
  await signIn(page, email, password)
  await page.goto(`${productUrl()}/Nowhere/At/All/`)
  await expect(dashboard(page)).toBeVisible()
  await page.goto(`${productUrl()}/PRICING/`)
  await expect(page).toHaveTitle(/^Pricing/)
})
