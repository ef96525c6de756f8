import type { Page } from '@playwright/test'
import { dashboard, newAccount } from '../support/accounts/session.ts'
import { APPEARANCES, expectNoHorizontalScroll, look } from '../support/appearances.ts'
import { expect, expectAccessible, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
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
