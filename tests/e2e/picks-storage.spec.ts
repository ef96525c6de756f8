import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { cardOf, expectPicks, pickNames } from '../support/pages/picks-page.ts'
import { createBoardPicks, readPickIds, savePicks } from '../support/picks/board-picks.ts'

const HOUR_MS = 3_600_000
const PICK_LIFETIME_MS = 20 * HOUR_MS

test.use({ viewport: { width: 1440, height: 900 } })

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
})
