import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createCode } from '../support/accounts/admin-api.ts'
import { freshEmail } from '../support/accounts/create-account.ts'
import { expect, productUrl, test } from '../support/fixtures.ts'
import { codeRow, codesTable, openAdmin } from '../support/pages/admin-page.ts'

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

test('D1: an administrator creates many codes, downloads them as CSV and imports a CSV', async ({ page }) => {
  const press = `PRESS-${Date.now().toString(36)}-`
  const good = `GOOD-${Date.now()}-`
  await open(page)
  await page.getByRole('button', { name: 'Create many' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create many' })
  await dialog.getByLabel('How many').fill('12')
  await dialog.getByLabel('Prefix (optional)').fill(press)
  await dialog.getByLabel('Max Uses').fill('2')
  await dialog.getByLabel('Notes (optional)').fill('=SUM(A1)')
  await dialog.getByRole('button', { name: 'Create 12 codes' }).click()
  await expect(dialog.getByText('12 codes created')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download CSV' }).click()
  const file = await (await downloading).path()
  const lines = readFileSync(file, 'utf8').trim().split('\r\n')
  expect(lines[0]).toBe('code,max_uses,expires_at,notes')
  expect(lines).toHaveLength(13)
  for (const line of lines.slice(1)) {
    expect(line.startsWith(press)).toBe(true)
    expect(line).toMatch(/\S{16,},2,,'=SUM\(A1\)$/)
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Search code or notes').fill(press)
  await expect(codesTable(page).getByRole('row')).toHaveCount(13)

  await page.getByRole('button', { name: 'Create many' }).click()
  await dialog.getByText('Import CSV').click()
  const upload = (text: string) =>
    dialog.getByLabel('CSV file').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
  await upload(`code,max_uses,expires_at,notes\n${good}ONE,5,,\nBAD ONE,0,,\n`)
  await expect(dialog.getByRole('alert')).toContainText('Row 3: code has 1 to 64 visible characters')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await upload(
    `code,max_uses,expires_at,notes\n${good}ONE,5,2030-01-01T00:00:00Z,"one, two"\n${good}TWO,,,\n`,
  )
  await expect(dialog.getByRole('table', { name: 'Preview' }).getByRole('row')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Import 2 codes' }).click()
  await expect(dialog.getByText('2 codes created')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Search code or notes').fill(good)
  await expect(codeRow(page, `${good}ONE`)).toContainText('one, two')
  await expect(codeRow(page, `${good}TWO`)).toContainText('0 of 1')
})

test('D1: an expired admin session asks for the key again and keeps the typed code', async ({
  page,
  context,
}) => {
  const code = `HALF-TYPED-${Date.now()}`
  await open(page)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code)
  await context.clearCookies({ name: 'propsight-admin' })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Your admin session ended' })
  await expect(dialog.getByLabel('Admin key')).toBeFocused()
  await page.keyboard.type(adminKey())
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(codeRow(page, code)).toBeVisible()
})
