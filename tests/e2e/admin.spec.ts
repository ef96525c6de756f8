import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { buildStranger, nextRelease, renamed } from '../support/build-stranger.ts'
import { deploy, history } from '../support/deploy.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { askForMail, freshEmail, newAccount, PASSWORD, signIn } from '../support/log-in.ts'
import { linkTo } from '../support/mailbox.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'

/** A product of its own, with its limits on: five wrong keys lock whoever comes after. */
const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
test.describe.configure({ mode: 'serial' })

const keyField = (page: Page) => page.getByLabel('Admin key')
const codes = (page: Page) => page.getByRole('table', { name: 'Access codes' })
const codeRow = (page: Page, code: string) => codes(page).getByRole('row').filter({ hasText: code })

async function open(page: Page, product: RunningProduct, query = ''): Promise<void> {
  await page.goto(`${product.url}/adminaccess${query}`)
  await keyField(page).fill(product.adminKey)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
}

test.beforeEach(({ watch }) => {
  // Whoever has not given the key is refused before the screen asks for it.
  watch.expected.push(/status of (401|403|409|429)/)
})

test('D1: the key step by a blank, a wrong and the right key; the key stays nowhere', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/adminaccess`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin access' })).toBeVisible()
  await expect(keyField(page)).toHaveAttribute('type', 'password')
  await keyField(page).fill('   ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter admin key to continue.', { exact: true })).toBeVisible()
  await keyField(page).fill('not the key')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This is not the admin key')).toBeVisible()
  await keyField(page).fill(product.adminKey)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: /^Existing codes/ })).toBeVisible()
  const readable = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  )
  expect(readable).not.toContain(product.adminKey)
  expect(readable).not.toContain('propsight-admin=')
  expect(readable).toContain('propsight:admin-key-given')
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Existing codes/ })).toBeVisible()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(keyField(page)).toBeVisible()
  await page.reload()
  await expect(keyField(page)).toBeVisible()
})

test('D1 C4: creates, finds, copies, refreshes, deletes and restores a code', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, product)
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await expect(create).toBeDisabled()
  await page.getByLabel('Code', { exact: true }).fill(' OPENING-DAY ')
  await page.getByLabel('Max Uses').fill('3')
  await page.getByLabel('Expires At (optional)').fill('2030-04-01T12:00')
  await page.getByLabel('Notes (optional)').fill('For the opening series')
  await create.click()
  await expect(page.getByText('✅ Code created', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Notes (optional)')).toHaveValue('')
  const row = codeRow(page, 'OPENING-DAY')
  await expect(row).toContainText('0 of 3')
  await expect(row).toContainText('Apr 1, 2030')
  await expect(row).toContainText('For the opening series')

  await page.getByLabel('Code', { exact: true }).fill('OPENING-DAY')
  await create.click()
  await expect(page.getByRole('alert')).toContainText('OPENING-DAY')
  await page.getByLabel('Code', { exact: true }).fill('')

  await page.getByRole('button', { name: 'Copy OPENING-DAY' }).click()
  await expect(page.getByText('Copied OPENING-DAY')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('OPENING-DAY')

  const made = await fetch(`${product.url}/api/access/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'BY-SCRIPT' }),
  })
  expect(made.ok).toBe(true)
  await expect(codeRow(page, 'BY-SCRIPT')).toHaveCount(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(codeRow(page, 'BY-SCRIPT')).toBeVisible()

  await page.getByLabel('Search code or notes').fill('opening series')
  await expect(codeRow(page, 'BY-SCRIPT')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete OPENING-DAY' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete OPENING-DAY?' })
  await expect(question).toContainText('0 of 3 uses taken')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing matches opening series' })).toBeVisible()
  const reserve = () =>
    fetch(`${product.url}/api/access/reserve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'OPENING-DAY', email: freshEmail(), dateOfBirth: '1988-05-17' }),
    })
  expect((await reserve()).ok).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(codeRow(page, 'OPENING-DAY')).toBeVisible()
  expect((await reserve()).ok).toBe(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(codeRow(page, 'OPENING-DAY')).toContainText('1 held')
})

test('D1: makes many codes, takes them home as CSV, and reads such a file back', async ({
  page,
  product,
}) => {
  await open(page, product)
  await page.getByRole('button', { name: 'Create many' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create many' })
  await dialog.getByLabel('How many').fill('12')
  await dialog.getByLabel('Prefix (optional)').fill('PRESS-')
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
  for (const line of lines.slice(1)) expect(line).toMatch(/^PRESS-\S{16,},2,,'=SUM\(A1\)$/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Search code or notes').fill('PRESS-')
  await expect(codes(page).getByRole('row')).toHaveCount(13)

  await page.getByRole('button', { name: 'Create many' }).click()
  await dialog.getByText('Import CSV').click()
  const upload = (text: string) =>
    dialog.getByLabel('CSV file').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
  await upload('code,max_uses,expires_at,notes\nGOOD-ONE,5,,\nBAD ONE,0,,\n')
  await expect(dialog.getByRole('alert')).toContainText('Row 3: code has 1 to 64 visible characters')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await upload('code,max_uses,expires_at,notes\nGOOD-ONE,5,2030-01-01T00:00:00Z,"one, two"\nGOOD-TWO,,,\n')
  await expect(dialog.getByRole('table', { name: 'Preview' }).getByRole('row')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Import 2 codes' }).click()
  await expect(dialog.getByText('2 codes created')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Search code or notes').fill('GOOD-')
  await expect(codeRow(page, 'GOOD-ONE')).toContainText('one, two')
  await expect(codeRow(page, 'GOOD-TWO')).toContainText('0 of 1')
})

test('D1 C1: finds a user, refunds a run, adjusts credits with a reason in the ledger, changes the plan', async ({
  page,
  browser,
  product,
}) => {
  const email = await newAccount(product.url, product.demo.accessCode)
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, email, PASSWORD, product.url)
  await theirs.getByRole('radio', { name: 'Total Bases' }).check({ force: true })
  await theirs.getByRole('button', { name: /^Analyze/ }).click()
  await expect(theirs.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
  await theirs.context().close()
  await open(page, product, '?view=users')
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

test('D1 F2: shows a remote, halts its canary, promotes the next and rolls back', async ({
  page,
  product,
}) => {
  test.setTimeout(180_000)
  const build = renamed(await buildStranger(), 'ladder', 'Ladder')
  const version = (count: number) => `1.0.0-r000${count}`
  const publish = (count: number, channel: 'stable' | 'canary') =>
    deploy(product, { ...nextRelease(build, count), version: version(count), channel, percent: 25 })
  await publish(1, 'stable')
  await publish(2, 'canary')
  await open(page, product, '?view=releases')
  const remotes = page.getByRole('table', { name: 'Remotes' })
  await expect(remotes.getByRole('row').filter({ hasText: 'ladder' })).toContainText(`${version(2)} at 25%`)
  await page.getByRole('link', { name: 'ladder' }).click()
  await expect(page.getByRole('table', { name: 'Releases' })).toContainText(version(1))

  await page.getByRole('button', { name: 'Halt', exact: true }).click()
  const halting = page.getByRole('alertdialog', { name: 'Halt the canary of ladder?' })
  await halting.getByLabel('Why (optional)').fill('Slow boards')
  await halting.getByRole('button', { name: 'Halt' }).click()
  await expect(page.getByText('Halted the canary of ladder')).toBeVisible()
  // Its own button is gone: the focus stays with the remote.
  await expect(page.getByRole('heading', { name: 'ladder' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Slow boards')
  expect((await history(product, 'ladder')).rollout).toMatchObject({ canary: null, live: version(1) })

  await publish(3, 'canary')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Promote', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Promote' }).click()
  await expect(page.getByText('Promoted the canary of ladder')).toBeVisible()
  expect((await history(product, 'ladder')).rollout.live).toBe(version(3))

  await page.getByRole('button', { name: 'Roll back', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Roll back ladder?' })
  // Somebody else is faster: nothing moves, and the screen says so.
  await publish(4, 'canary')
  await question.getByRole('button', { name: 'Roll back' }).click()
  await expect(question.getByRole('alert')).toBeVisible()
  expect((await history(product, 'ladder')).rollout.live).toBe(version(3))
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Roll back', exact: true }).click()
  await question.getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText('Rolled back ladder')).toBeVisible()
  expect((await history(product, 'ladder')).rollout.live).toBe(version(1))
})

test('D1 C4: an administrator’s session opens the screen without a key, a revoked one no more', async ({
  page,
  browser,
  product,
}) => {
  const email = await newAccount(product.url, product.demo.accessCode)
  await open(page, product, '?view=administrators')
  await page.getByLabel('Email of an account').fill(email)
  await page.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByRole('alert')).toContainText('has not proven its mailbox')

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(product.url)
  await askForMail(theirs, email, 'Email me a sign-in link', product.url)
  await theirs.goto(await linkTo(product.url, email))
  await expect(theirs.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await theirs.goto(`${product.url}/adminaccess`)
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs.getByText('Enter admin key to continue.')).toBeVisible()

  await page.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByRole('table', { name: 'Administrators' })).toContainText(email)
  // Sessions from before the grant are nobody's: whoever has the mailbox comes in anew.
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs.getByText('Enter admin key to continue.')).toBeVisible()
  await theirs.evaluate(() => localStorage.clear())
  await theirs.goto(product.url)
  await askForMail(theirs, email, 'Email me a sign-in link', product.url)
  await theirs.goto(await linkTo(product.url, email, 2))
  await expect(theirs.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await theirs.goto(`${product.url}/adminaccess`)
  await expect(theirs.getByRole('heading', { name: /^Existing codes/ })).toBeVisible()
  await expect(theirs.getByText('By your account')).toBeVisible()

  await page.getByRole('button', { name: `Revoke ${email}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('heading', { name: 'No administrators yet' })).toBeVisible()
  await theirs.reload()
  await expect(keyField(theirs)).toBeVisible()
  await context.close()
})

test('D1 S5: the key works beside a user’s own session, whose credits follow in the header', async ({
  page,
  product,
}) => {
  const email = await newAccount(product.url, product.demo.accessCode)
  await signIn(page, email, PASSWORD, product.url)
  await open(page, product, '?view=users')
  await page.getByRole('link', { name: email }).click()
  await page.getByRole('button', { name: 'Adjust credits' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Adjust credits' })
  await dialog.getByLabel('Change').fill('-8')
  await dialog.getByLabel('Reason').fill('A test of the header')
  await dialog.getByLabel('Change').press('Enter')
  await expect(page.getByRole('banner').getByText('12 credits')).toBeVisible()
})

test('D1: a session that ends in the middle of something is opened again over what was typed', async ({
  page,
  context,
  product,
}) => {
  await open(page, product)
  await page.getByLabel('Code', { exact: true }).fill('HALF-TYPED')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('HALF-TYPED')
  await context.clearCookies({ name: 'propsight-admin' })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Your admin session ended' })
  await expect(dialog.getByLabel('Admin key')).toBeFocused()
  await page.keyboard.type(product.adminKey)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('HALF-TYPED')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(codeRow(page, 'HALF-TYPED')).toBeVisible()
})

test('D1: every action stands in the audit log, and is found there', async ({ page, product }) => {
  await open(page, product, '?view=audit')
  const log = page.getByRole('table', { name: 'Audit log' })
  for (const target of ['OPENING-DAY', 'ladder']) {
    await page.getByLabel('Search actor, action or target').fill(target)
    await expect(log.getByRole('row').nth(1)).toContainText(target)
    await expect(log.getByRole('row').nth(1)).toContainText('admin key')
  }
  await page.getByLabel('Search actor, action or target').fill('adjust')
  await expect(log).toContainText('Lost a board on opening day')
})

test('D1: five wrong keys lock the address, and the screen says how long', async ({ page, product }) => {
  await page.goto(`${product.url}/adminaccess`)
  const guess = async () => {
    await keyField(page).fill('a guess')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    return page.getByRole('alert').textContent()
  }
  await expect.poll(guess).toMatch(/^Too many wrong keys\. Try again in 1[45] minutes\.$/)
  await keyField(page).fill(product.adminKey)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/^Too many wrong keys/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0)
})
