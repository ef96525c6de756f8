import type { Page } from '@playwright/test'
import { freshEmail, PASSWORD } from '../support/accounts/create-account.ts'
import { dashboard } from '../support/accounts/session.ts'
import { demoAccount, expect, expectAccessible, productUrl, test } from '../support/fixtures.ts'

async function openSignUp(page: Page): Promise<void> {
  await page.goto(productUrl())
  await page.getByRole('button', { name: 'Sign up with an access code' }).click()
}

interface SignUpFields {
  email: string
  password: string
  confirm: string
  born: string
  code: string
}
async function fill(page: Page, fields: Partial<SignUpFields>): Promise<void> {
  const { email, password, confirm, born, code } = fields
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  if (password !== undefined) await page.getByLabel('Password', { exact: true }).fill(password)
  if (confirm !== undefined) await page.getByLabel('Confirm password').fill(confirm)
  if (born !== undefined) await page.getByLabel('Date of birth').fill(born)
  if (code !== undefined) await page.getByLabel('Access code').fill(code)
}
const create = (page: Page) => page.getByRole('button', { name: 'Create account' }).click()

test('A3 A10 A13 C5 Each error of the form appears in order at its field, until the account is created', async ({
  page,
  watch,
}) => {
  watch.expected.push(/status of 400/)
  const email = freshEmail()
  await openSignUp(page)
  await fill(page, { email, password: '12345', confirm: '12345' })
  const nearly21 = new Date(Date.now() - 20.9 * 365.25 * 86_400_000).toISOString().slice(0, 10)
  const steps: [string, string, Partial<SignUpFields>][] = [
    ['Password must be at least 6 characters', 'Password', { password: 'Baseball', confirm: 'Baseball' }],
    [
      'This password is too common. Choose another one.',
      'Password',
      { password: PASSWORD, confirm: 'something else' },
    ],
    ['Passwords do not match', 'Confirm password', { confirm: PASSWORD }],
    ['Please enter your date of birth', 'Date of birth', { born: nearly21 }],
    ['You must be 21 or older to create an account', 'Date of birth', { born: '1988-05-17' }],
    ['Access code required for new accounts', 'Access code', { code: 'NOT-A-CODE' }],
    ['Invalid or already used access code', 'Access code', { code: demoAccount().accessCode }],
  ]
  for (const [text, field, next] of steps) {
    await create(page)
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('[aria-invalid]')).toHaveCount(1)
    await fill(page, next)
  }
  await expectAccessible(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await create(page)
  await expect(dashboard(page)).toBeVisible()
  // A10 A13: the page loads once more, with the credits of the new profile.
  await expect(page.getByRole('banner').getByText('20 credits')).toBeVisible()
  expect(loads).toBe(1)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('pending-code'))),
  ).toEqual([])
})
