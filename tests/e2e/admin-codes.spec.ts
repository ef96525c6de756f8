import type { Page } from '@playwright/test'
import { createCode } from '../support/accounts/admin-api.ts'
import { freshEmail } from '../support/accounts/create-account.ts'
import { expect, productUrl, test } from '../support/fixtures.ts'
import { codeRow, openAdmin } from '../support/pages/admin-page.ts'

const adminKey = (): string => process.env.PROPSIGHT_ADMIN_KEY ?? ''
const open = (page: Page) => openAdmin(page, productUrl(), adminKey())

test.beforeEach(({ watch }) => {
  // Requests without the key are refused before the screen asks for it.
  watch.expected.push(/status of (401|403|409)/)
})

test('D1 C4: an administrator creates, finds, copies, deletes and restores an access code', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = `OPENING-DAY-${Date.now()}`
  await open(page)
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await expect(create).toBeDisabled()
  await page.getByLabel('Code', { exact: true }).fill(` ${code} `)
  await page.getByLabel('Max Uses').fill('3')
  await page.getByLabel('Expires At (optional)').fill('2030-04-01T12:00')
  await page.getByLabel('Notes (optional)').fill(`For ${code}`)
  await create.click()
  await expect(page.getByText('✅ Code created', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Notes (optional)')).toHaveValue('')
  const row = codeRow(page, code)
  await expect(row).toContainText('0 of 3')
  await expect(row).toContainText('Apr 1, 2030')
  await expect(row).toContainText(`For ${code}`)

  await page.getByLabel('Code', { exact: true }).fill(code)
  await create.click()
  await expect(page.getByRole('alert')).toContainText(code)
  await page.getByLabel('Code', { exact: true }).fill('')

  await page.getByRole('button', { name: `Copy ${code}` }).click()
  await expect(page.getByText(`Copied ${code}`)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)

  const other = `BY-SCRIPT-${Date.now()}`
  await createCode(other)
  await expect(codeRow(page, other)).toHaveCount(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(codeRow(page, other)).toBeVisible()

  await page.getByLabel('Search code or notes').fill(`For ${code}`)
  await expect(codeRow(page, other)).toHaveCount(0)
  await page.getByRole('button', { name: `Delete ${code}` }).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${code}?` })
  await expect(question).toContainText('0 of 3 uses taken')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: `Nothing matches For ${code}` })).toBeVisible()
  const reserve = () =>
    fetch(`${productUrl()}/api/access/reserve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, email: freshEmail(), dateOfBirth: '1988-05-17' }),
    })
  expect((await reserve()).ok).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(codeRow(page, code)).toBeVisible()
  expect((await reserve()).ok).toBe(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(codeRow(page, code)).toContainText('1 held')
})
