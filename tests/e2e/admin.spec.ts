import type { Page } from '@playwright/test'
import { keyField, openAdmin } from '../support/admin-screen.ts'
import { createCode } from '../support/administer.ts'
import { buildStranger, nextRelease, renamed } from '../support/build-stranger.ts'
import { deploy, history } from '../support/deploy.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { askForMail, newAccount, PASSWORD, signIn } from '../support/log-in.ts'
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

const open = (page: Page, { url, adminKey }: RunningProduct, query?: string) =>
  openAdmin(page, url, adminKey, query)

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

test('D1: every action stands in the audit log, and is found there', async ({ page, product }) => {
  await createCode('AUDITED', {}, { url: product.url, key: product.adminKey })
  await open(page, product, '?view=audit')
  const log = page.getByRole('table', { name: 'Audit log' })
  for (const target of ['AUDITED', 'ladder']) {
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
