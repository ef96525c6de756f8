import { openWithSession } from '../support/accounts/session.ts'
import { openTab } from '../support/accounts/signed-in.ts'
import { type FastUpstream, fastUpstream } from '../support/faults/faulty-upstream.ts'
import { expect, test } from '../support/fixtures.ts'
import { analyze } from '../support/pages/board-page.ts'
import {
  cardOf,
  cards,
  closeDialog,
  expectPicks,
  parlayButton,
  pickNames,
  recommendations,
} from '../support/pages/picks-page.ts'
import { createSettledPicks, readParlays } from '../support/picks/board-picks.ts'
import { creditsOf, startTestSite, type TestSite } from '../support/product/test-site.ts'

const MORNING = '2026-07-19T12:00:00Z'
/** Longer than the cache lifetime of every answer about the day. */
const CACHES_EXPIRED_MS = 24 * 3_600_000
const LONGEST_CALL_MS = 15_000
/** More than the minute between two runs of the settlement. */
const SETTLED_WITHIN_MS = 100_000

const STATUS_LABELS: Record<string, string> = {
  winner: 'Winner',
  loser: 'Loser',
  push: 'Push',
  'no-game': 'NO GAME',
}
const OUTCOME_LABELS: Record<string, RegExp> = { won: /^Won/, lost: /^Lost$/, refunded: /^Refunded$/ }

let services: FastUpstream
let site: TestSite

test.beforeAll(async () => {
  site = await startTestSite({
    control: true,
    upstream(url) {
      services = fastUpstream({ stats: url, lines: url, weather: url }, LONGEST_CALL_MS)
      return services.upstream
    },
  })
})
test.afterAll(async () => {
  await site?.close()
  await services?.upstream.close()
})

test('P1 P5 P7 P8 P9 P10 C2: Picks and a parlay are saved, settled after their games, and counted in the track record', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const user = await site.newUser()
  const credits = page.getByRole('banner').getByText(/^\d+ credits$/)
  await openWithSession(page, site.url, user)
  await expect(credits).toHaveText('20 credits')
  await analyze(page, 'Hits')
  await expect(credits).toHaveText('19 credits')

  const other = await context.newPage()
  await openWithSession(other, `${site.url}/picks`, user)
  await expectPicks(other, 0)

  const saveButtons = page.getByRole('button', { name: /^Save / })
  const labels = await saveButtons.evaluateAll((buttons) => buttons.map((each) => each.ariaLabel ?? ''))
  // The lines of a player are next to each other; a parlay takes one of them.
  const ofPlayers = new Map(labels.toReversed().map((label) => [label.split(',')[0], label]))
  for (const [saved, name] of [...ofPlayers.values()].slice(-3).entries()) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expectPicks(other, saved + 1)
  }
  await openTab(page, 'My Picks')
  await expectPicks(page, 3)
  const newest = await pickNames(page)
  // Arriving picks follow the others there, so that no card moves under a finger.
  expect(await pickNames(other)).toEqual(newest.toReversed())
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Oldest')
  expect(await pickNames(page)).toEqual(newest.toReversed())
  await other.close()

  const [first = ''] = await pickNames(page)
  await page.getByRole('button', { name: first, exact: true }).click()
  const detail = page.getByRole('dialog', { name: first })
  await expect(detail).toContainText('Hits')
  await closeDialog(detail)

  await expect.poll(async () => (await user.client.from('track_legs').select('id')).data?.length).toBe(3)
  await parlayButton(page).click()
  await expect(recommendations(page).getByRole('tab').first()).toHaveAccessibleName(/^Parlay 1 \d+\.\d%/)
  expect(await creditsOf(user)).toBe(18)
  await recommendations(page).getByRole('button', { name: 'Copy Parlay' }).click()
  await expect(recommendations(page).getByRole('status').getByText('Parlay copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Propsight parlay 1, 2 legs')
  await closeDialog(recommendations(page))
  await expect(credits).toHaveText('18 credits')

  const parlays = await readParlays(user)
  await page.getByRole('button', { name: 'Past Parlays' }).click()
  const past = page.getByRole('dialog', { name: 'Past Parlays' })
  await expect(past.getByText(`${parlays.length} parlays`)).toBeAttached()
  await past.locator('li').getByRole('button').first().click()
  const group = page.getByRole('dialog', { name: 'Parlay Group Details' })
  await expect(group.getByText(`${parlays.length} parlay(s) generated on `)).toBeVisible()
  const parlay = group.getByRole('region', { name: 'Parlay 1' })
  await expect(parlay.getByText('Open', { exact: true })).toBeVisible()
  await expect(parlay.locator('ol > li')).toHaveCount(2)

  // Two more picks, with known results, are saved by the sync call that every device sends.
  const settledPicks = await createSettledPicks()
  const synced = await fetch(`${site.url}/api/sync-picks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ picks: [settledPicks.push, settledPicks.noGame] }),
  })
  expect(synced.status).toBe(200)
  await expect
    .poll(async () => (await user.client.from('track_legs').select('id').is('parlay_id', null)).data?.length)
    .toBe(5)

  const moved = await fetch(`${site.leagueUrl}/control/clock`, {
    method: 'PUT',
    body: JSON.stringify({ now: MORNING }),
  })
  expect(moved.ok).toBe(true)
  services.advanceClock(CACHES_EXPIRED_MS)
  // An instance runs every job when it starts, so that settlement does not wait for the next minute.
  await site.instance({ upstream: services.upstream, jobs: true })
  await expect
    .poll(async () => (await readParlays(user)).some(({ outcome }) => outcome === 'pending'), {
      timeout: SETTLED_WITHIN_MS,
    })
    .toBe(false)

  await page.reload()
  await expectPicks(page, 5)
  const { data: legs } = await user.client
    .from('track_legs')
    .select('player_name,status')
    .is('parlay_id', null)
  for (const { player_name: player, status } of legs ?? []) {
    await expect(
      cardOf(page, player).getByText(STATUS_LABELS[status] ?? 'no word', { exact: true }),
    ).toBeVisible()
  }
  await expect(cards(page)).toHaveCount(5)
  await expect(cardOf(page, settledPicks.push.playerName)).toContainText('1 hitPush')
  await expect(cardOf(page, settledPicks.noGame.playerName)).toContainText('NO GAME')
  await expect(page.getByText('No pick can be a leg')).toBeVisible()
  await expect(parlayButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Past Parlays' }).click()
  const ended = await readParlays(user)
  await past.locator('li').getByRole('button').first().click()
  for (const { outcome } of ended) {
    await expect(group.getByText(OUTCOME_LABELS[outcome] ?? 'no word').first()).toBeVisible()
  }
  await expect(group.getByText(/^(Winner|Loser|Push|NO GAME)$/)).toHaveCount(2 * ended.length)

  await page.goto(`${site.url}/picks?view=record`)
  await expect(page.getByRole('heading', { level: 1, name: 'Track record' })).toBeVisible()
  const decided = (legs ?? []).filter(({ status }) => status === 'winner' || status === 'loser')
  const hits = decided.filter(({ status }) => status === 'winner').length
  await expect(page.getByText(`came true, ${hits} of ${decided.length} (95%`)).toBeVisible()
  const won = ended.filter(({ outcome }) => outcome === 'won').length
  const lost = ended.filter(({ outcome }) => outcome === 'lost').length
  await expect(page.getByText(`${won} of ${won + lost}`, { exact: true })).toBeVisible()
})
