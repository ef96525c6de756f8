import { pickToRow } from '@propsight/shared/client'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyze } from '../support/pages/board-page.ts'
import { cardOf, closeDialog, expectPicks, parlayButton, pickNames } from '../support/pages/picks-page.ts'
import { createBoardPicks, readPickIds, savePicks } from '../support/picks/board-picks.ts'

const COPY = 'propsight:my-picks'
const TABLE = '**/rest/v1/my_picks?**'
const SYNC = '**/api/sync-picks'
const DOWN = { status: 503, json: { message: 'down' } }
const BANNER = 'Showing picks saved on this device. Server sync failed: 503'
const SYNC_MS = 2_000
const HOUR_MS = 3_600_000
const PICK_LIFETIME_MS = 20 * HOUR_MS

test.use({ viewport: { width: 1440, height: 900 } })

test('P1 P2: Without the server, picks of this device are shown and Retry sends the changes; without either, an error is shown', async ({
  page,
  site,
  browser,
  watch,
}) => {
  watch.expected.push(/status of 503/)
  const user = await site.newUser()
  const picks = await createBoardPicks(site.url, user, 3)
  await savePicks(user, picks)
  await openWithSession(page, `${site.url}/picks`, user)
  await expectPicks(page, 3)
  await page.route(TABLE, (route) => route.fulfill(DOWN))
  await page.route(SYNC, (route) => route.fulfill(DOWN))
  await page.reload()
  await expect(
    page.getByText('Showing picks saved on this device. Failed to fetch picks', { exact: true }),
  ).toBeVisible()
  await expectPicks(page, 3)
  const [name = ''] = await pickNames(page)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog', { name: 'Delete pick' }).getByRole('button', { name: 'Delete' }).click()
  await expectPicks(page, 2)
  await expect(page.getByText(BANNER)).toBeVisible()
  expect(await readPickIds(user)).toHaveLength(3)
  await page.unroute(TABLE)
  await page.unroute(SYNC)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(BANNER)).toHaveCount(0)
  await expect.poll(() => readPickIds(user)).toHaveLength(2)
  await expectPicks(page, 2)

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.route(TABLE, (route) => route.fulfill(DOWN))
  await openWithSession(elsewhere, `${site.url}/picks`, user)
  await expect(elsewhere.getByRole('heading', { name: 'Error Loading Picks' })).toBeVisible()
  await elsewhere.unroute(TABLE)
  await elsewhere.getByRole('button', { name: 'Reload Page' }).click()
  await expectPicks(elsewhere, 2)
  await elsewhere.context().close()
})

test('P1: Picks saved without a user move to the account at sign-in, and unreadable ones can be downloaded', {
  tag: NIGHTLY,
}, async ({ page, site }) => {
  const user = await site.newUser()
  const picks = await createBoardPicks(site.url, user, 2)
  const entries = picks.map((pick) => ({ row: pickToRow(pick, user.id), unsent: 'new', at: Date.now() }))
  const copy = { version: 1, entries: [...entries, { row: 'torn' }], removed: [], changed: Date.now() }
  await page.goto(site.url)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `${COPY}:anonymous`,
    JSON.stringify(copy),
  ] as const)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `${COPY}:${user.id}`,
    '{"half',
  ] as const)
  await page.goto(`${site.url}/picks`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectPicks(page, 2)
  await expect(page.getByText('1 pick could not be read.')).toBeVisible()
  await expect.poll(() => readPickIds(user)).toEqual(picks.map(({ id }) => id).toSorted())
  const anonymousCopy = await page.evaluate((key) => localStorage.getItem(key), `${COPY}:anonymous`)
  expect(JSON.parse(anonymousCopy ?? '{"entries":[]}').entries).toEqual([])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('propsight-unreadable-picks.json')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('could not be read')).toHaveCount(0)
  await page.reload()
  await expectPicks(page, 2)
  expect(await readPickIds(user)).toHaveLength(2)
})

test('P4: The full list is sent once, two seconds after the last change', async ({ page, site }) => {
  const user = await site.newUser()
  await page.clock.install()
  await openWithSession(page, site.url, user)
  await analyze(page, 'Hits')
  const sent: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sync-picks')) sent.push(request.postDataJSON().picks.length)
  })
  const saves = page.getByRole('button', { name: /^Save / })
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  for (const place of [0, 1, 2]) {
    await saves.nth(place).click()
    await expect(page.getByRole('button', { name: /^Save /, pressed: true })).toHaveCount(place + 1)
    await page.clock.runFor(SYNC_MS - 500)
    expect(sent).toEqual([])
  }
  await page.clock.runFor(600)
  await expect.poll(() => sent).toEqual([3])
  await expect.poll(() => readPickIds(user)).toHaveLength(3)
  await page.clock.resume()
  await page.clock.fastForward(10 * SYNC_MS)
  await expect.poll(async () => (await user.client.from('track_legs').select('id')).data?.length).toBe(3)
  expect(sent).toEqual([3])
})

test('P2 P3 P5 P6: Deleting, clearing and Undo in one tab show in the other, and expiring picks are announced', async ({
  page,
  site,
  context,
}) => {
  const user = await site.newUser()
  const [old, ...rest] = await createBoardPicks(site.url, user, 5, { agoMs: PICK_LIFETIME_MS - HOUR_MS })
  if (!old) throw new Error('no picks')
  const fresh = rest.map((pick, at) => ({
    ...pick,
    createdAt: new Date(Date.now() - at * 1_000).toISOString(),
    expiresAt: new Date(Date.now() - at * 1_000 + PICK_LIFETIME_MS).toISOString(),
  }))
  await savePicks(user, [old, ...fresh])
  await openWithSession(page, `${site.url}/picks`, user)
  await expectPicks(page, 5)
  const other = await context.newPage()
  await openWithSession(other, `${site.url}/picks`, user)
  await expectPicks(other, 5)

  await expect(page.getByText('1 pick expires within 2 hours.')).toBeVisible()
  await page.getByRole('button', { name: 'Show them' }).click()
  expect((await pickNames(page))[0]).toBe(old.playerName)
  await expect(cardOf(page, old.playerName)).toContainText(/\d+m left/)

  await page.getByRole('button', { name: `Delete ${old.playerName}` }).click()
  await page.getByRole('alertdialog', { name: 'Delete pick' }).getByRole('button', { name: 'Delete' }).click()
  await expectPicks(page, 4)
  await expectPicks(other, 4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectPicks(page, 5)
  await expectPicks(other, 5)
  await expect.poll(() => readPickIds(user)).toHaveLength(5)

  await page.getByRole('button', { name: 'Clear All' }).click()
  const question = page.getByRole('alertdialog', { name: 'Clear all 5 picks?' })
  await question.getByRole('button', { name: 'Clear All' }).click()
  await expectPicks(page, 0)
  await expectPicks(other, 0)
  await expect.poll(() => readPickIds(user)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expectPicks(page, 5)
  await expect.poll(() => readPickIds(user)).toHaveLength(5)

  const size = page.getByRole('spinbutton', { name: 'Parlay size' })
  await size.focus()
  await page.keyboard.press('End')
  await expect(page.getByText('10 legs from 5 picks')).toBeVisible()
  await parlayButton(page).click()
  await expect(
    page.getByText('You need at least 10 picks to create a 10-leg parlay. You currently have 5 picks.'),
  ).toBeVisible()
  await size.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('2 legs from 5 picks')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('2 legs from 5 picks')).toBeVisible()

  await page.getByRole('button', { name: 'Past Parlays' }).click()
  const past = page.getByRole('dialog', { name: 'Past Parlays' })
  await expect(past.getByText('No Past Parlays')).toBeVisible()
  await closeDialog(past)
  await page.getByRole('button', { name: 'Remove expired' }).click()
  await expect(page.getByText('No pick has expired')).toBeVisible()
})
