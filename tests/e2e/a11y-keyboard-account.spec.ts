import { activate, expectNoTrap, press, tabTo } from '../support/a11y/keyboard.ts'
import { freshEmail, PASSWORD } from '../support/accounts/create-account.ts'
import { dashboard } from '../support/accounts/session.ts'
import { demoAccount, expect, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { codeRow, keyField } from '../support/pages/admin-page.ts'
import { login } from '../support/pages/sign-in-page.ts'

test('A2 A3 S3: the keyboard alone signs up, out and in', async ({ page }) => {
  const email = freshEmail()
  await page.goto(productUrl())
  await expect(login(page)).toBeVisible()
  await expectNoTrap(page)
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await activate(page, page.getByRole('button', { name: 'Sign up with an access code' }))
  await expect(page.getByLabel('Access code')).toBeVisible()
  await tabTo(page, page.getByLabel('Email'), 'Shift+Tab')
  await page.keyboard.type(email)
  await type('Password', PASSWORD)
  await type('Confirm password', PASSWORD)
  await tabTo(page, page.getByLabel('Date of birth'))
  await page.keyboard.type('05171988')
  await type('Access code', demoAccount().accessCode)
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()

  await press(page, 'Tab')
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: /^Account/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('button', { name: 'Sign Out' }))
  await expect(login(page)).toBeVisible()

  await type('Email', email)
  await type('Password', PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()
})

test('D1: the keyboard alone creates and deletes an access code', { tag: NIGHTLY }, async ({
  page,
  watch,
}) => {
  watch.expected.push(/status of (401|403)/)
  const code = `FOCUS-${Date.now()}`
  await page.goto(`${productUrl()}/adminaccess`)
  await expect(keyField(page)).toBeVisible()
  await tabTo(page, keyField(page))
  await page.keyboard.type(process.env.PROPSIGHT_ADMIN_KEY ?? '')
  await page.keyboard.press('Enter')
  const name = page.getByLabel('Code', { exact: true })
  await expect(name).toBeVisible()
  await tabTo(page, name)
  await page.keyboard.type(code)
  await activate(page, page.getByRole('button', { name: 'Create', exact: true }))
  await expect(page.getByText('✅ Code created')).toBeVisible()
  await expect(codeRow(page, code)).toBeVisible()
  await activate(page, page.getByRole('button', { name: `Delete ${code}` }))
  const question = page.getByRole('alertdialog', { name: `Delete ${code}?` })
  await activate(page, question.getByRole('button', { name: 'Delete' }))
  await expect(codeRow(page, code)).toHaveCount(0)
})
