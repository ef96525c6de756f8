import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { cardOf, closeDialog, expectPicks, parlayButton, pickNames } from '../support/pages/picks-page.ts'
import { createBoardPicks, readPickIds, savePicks } from '../support/picks/board-picks.ts'

const TABLE = '**/rest/v1/my_picks?**'
const SYNC = '**/api/sync-picks'
const DOWN = { status: 503, json: { message: 'down' } }
const BANNER = 'Showing picks saved on this device. Server sync failed: 503'
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
  await expect(page.getByText('Save 5 picks more for 10 legs')).toBeVisible()
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
