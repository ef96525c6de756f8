import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { settleLegs } from '@propsight/api/testing'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyzeButton, choose, expectProgressLabel } from '../support/pages/board-page.ts'
import { downloadRows } from '../support/pages/download-rows.ts'
import { cardOf, closeDialog, parlayButton, recommendations } from '../support/pages/picks-page.ts'
import { readAllPrices, startTestSite, type TestSite } from '../support/product/test-site.ts'

const SHARED = join(import.meta.dirname, '../../../shared')
const SEASON = join(SHARED, 'nba-2024-25')
const PRICES = join(SHARED, 'nba-market')
const BASEBALL = join(SHARED, 'season-2025')
/** A day with games and prices of threes from before this time, of which the season's files have no more than results. */
const DAY = '2025-04-06'
const MORNING = `frozen:${DAY}T15:30:00Z`
const NEXT_DAY = '2025-04-07T14:00:00Z'
const STAT = '3-PT Made'

const present = [SEASON, PRICES, BASEBALL].every(existsSync)
test.skip(!present, 'skipped: there are no recorded seasons and prices')

/** The rows of a gzipped file whose cells have no quotes. */
function readRows(folder: string, name: string): Record<string, string>[] {
  const text = gunzipSync(readFileSync(join(folder, `${name}.csv.gz`))).toString('utf8')
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const columns = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))
  })
}

let site: TestSite
test.beforeAll(async () => {
  test.setTimeout(240_000)
  const env = { SPORTS: 'mlb,nba' }
  const replay = { dir: BASEBALL, date: DAY, others: [SEASON, PRICES], clock: MORNING }
  site = await startTestSite({ control: true, jobs: false, env, replay })
  await readAllPrices(site, env)
})
test.afterAll(() => site?.close())

test('N1 N3 P1 P7 P8: a real day of the NBA is ranked, priced, saved, joined and settled', {
  tag: NIGHTLY,
}, async ({ page }) => {
  test.setTimeout(400_000)
  const players = readRows(SEASON, 'players')
  const threesOf = (name: string, wanted: (date: string) => boolean) =>
    players
      .filter(({ playerName, date = '' }) => playerName === name && wanted(date))
      .map(({ threesMade }) => Number(threesMade))
  await page.setViewportSize({ width: 1280, height: 1000 })
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  await choose(page, 'Sport', 'NBA')
  await page
    .getByRole('radiogroup', { name: 'NBA stat lines' })
    .getByRole('radio', { name: STAT, exact: true })
    .check({ force: true })
  await analyzeButton(page).click()
  await expectProgressLabel(page, 'Complete!')

  const saves = page.getByRole('button', { name: /^Save .+, (over|under) [\d.]+ 3-PT Made/ })
  await test.step('counts of the last games are those of the season’s file', async () => {
    const labels = await saves.evaluateAll((buttons) =>
      buttons.map((each) => each.getAttribute('aria-label') ?? ''),
    )
    expect(labels.length).toBeGreaterThan(20)
    for (const label of labels.slice(0, 30)) {
      const [, name = '', side, line] = /^Save (.+?), (over|under) ([\d.]+) /.exec(label) ?? []
      const values = threesOf(name, (date) => date < DAY).slice(-10)
      const hits = values.filter((made) => (side === 'over' ? made > Number(line) : made < Number(line)))
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: label, exact: true }) })
      await expect(row.first(), label).toContainText(`${hits.length} of ${values.length} ${side}`)
    }
  })

  await test.step('the scanner has the best prices of the recorded quotes', async () => {
    const quotes = readRows(PRICES, 'quotes').filter(
      ({ date, market, snapshotUtc = '' }) =>
        date === DAY && market === 'threes' && snapshotUtc <= `${DAY}T15:30:00Z`,
    )
    await page.goto(`${site.url}/scanner?stat=${encodeURIComponent(STAT)}&prices=all`)
    await expect(page.locator('[data-card]').first()).toBeVisible({ timeout: 30_000 })
    const rows = (await downloadRows(page, /CSV/)).slice(0, 30)
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      const own = quotes.filter(
        ({ player, line }) => player === row.Player && Number(line) === Number(row['Consensus line']),
      )
      const best = Math.max(...own.map(({ over }) => Number(over)).filter((over) => over !== 0))
      expect(own.length, row.Player).toBeGreaterThan(0)
      expect([row.Player, Number(row['Best over'])]).toEqual([row.Player, best])
    }
    await page.goto(site.url)
    await analyzeButton(page).click()
    await expectProgressLabel(page, 'Complete!')
  })

  const readLegs = async () =>
    (await user.client.from('track_legs').select('player_name,side,line,status,actual,promised')).data ?? []
  await test.step('two saved lines become legs, and a parlay', async () => {
    for (const at of [0, 5]) await saves.nth(at).click()
    await expect.poll(async () => (await readLegs()).length).toBe(2)
    await page.goto(`${site.url}/picks`)
    await parlayButton(page).click()
    await expect(recommendations(page)).toContainText('All legs hit')
    await closeDialog(recommendations(page))
  })

  await test.step('the picks are settled by the results of the file', async () => {
    const moved = await fetch(`${site.leagueUrl}/control/clock`, {
      method: 'PUT',
      body: JSON.stringify({ now: NEXT_DAY }),
    })
    expect(moved.ok).toBe(true)
    const env = { LEAGUE_CLOCK: `frozen:${NEXT_DAY}`, SPORTS: 'mlb,nba' }
    const [instance] = (await site.instance({ env })).instances
    if (!instance) throw new Error('no instance')
    await settleLegs.run(instance.deps)
    for (const { player_name, side, line, status, actual } of await readLegs()) {
      const [made] = threesOf(player_name, (date) => date === DAY)
      if (made === undefined) expect(status).toBe('no-game')
      else {
        const won = side === 'OVER' ? made > line : made < line
        expect([player_name, status, Number(actual)]).toEqual([player_name, won ? 'winner' : 'loser', made])
      }
      await page.reload()
      const label =
        new Map([
          ['winner', 'Winner'],
          ['loser', 'Loser'],
        ]).get(status) ?? 'NO GAME'
      await expect(cardOf(page, player_name).getByText(label, { exact: true })).toBeVisible()
    }
    await page.goto(`${site.url}/picks?view=record`)
    await expect(page.getByRole('heading', { level: 1, name: 'Track record' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Forecast and result by market' })).toContainText(STAT)
  })
})
