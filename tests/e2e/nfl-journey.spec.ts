import { settleLegs } from '@propsight/api/testing'
import { espnScoreboardSchema, espnSummarySchema, NFL, readBox } from '@propsight/api/wire-formats'
import { openWithSession } from '../support/accounts/session.ts'
import { expectPictureOfBoard } from '../support/analysis/render-picture.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyzeButton, choose, expectProgressLabel } from '../support/pages/board-page.ts'
import { downloadRows } from '../support/pages/download-rows.ts'
import { cardOf, closeDialog, parlayButton, recommendations } from '../support/pages/picks-page.ts'
import { creditsOf, startTestSite, type TestSite } from '../support/product/test-site.ts'

interface Journey {
  readonly sport: typeof NFL
  /** The first market of the menu, and the count that it is of. */
  readonly stat: string
  readonly count: string
  /** Days of the season before today, and those of the games that have lines, after which the picks are settled. */
  readonly season: string
  readonly games: string
  readonly after: string
  /** A kind of rest that most players have had. */
  readonly rest: string
}
const JOURNEYS: readonly Journey[] = [
  {
    sport: NFL,
    ...{ stat: 'Pass Yards', count: 'passYards' },
    ...{ season: '20260501-20260717', games: '20260718-20260724', after: '2026-07-25T12:00:00Z' },
    rest: 'Usual week',
  },
]

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ control: true, jobs: false, env: { SPORTS: 'mlb,nfl' } })
})
test.afterAll(() => site?.close())

/** The count by player of each finished game of a range of days, oldest first, read from the box scores themselves. */
async function readCounts({ sport, count }: Journey, dates: string): Promise<ReadonlyMap<string, number>[]> {
  const base = `${site.leagueUrl}/apis/site/v2/sports/${sport.path}`
  const read = async (path: string) => (await fetch(`${base}${path}`)).json()
  const { events } = espnScoreboardSchema.parse(await read(`/scoreboard?dates=${dates}`))
  const over = events.filter(({ status }) => status.type.completed)
  return Promise.all(
    over.map(async ({ id }) => {
      const { lines } = readBox(sport, espnSummarySchema.parse(await read(`/summary?event=${id}`)))
      return new Map(lines.map(({ name, counts }) => [name, counts[count] ?? Number.NaN]))
    }),
  )
}

for (const journey of JOURNEYS)
  test(`N1 N3 N12 P1 P7 P8: lines of the ${journey.sport.sport} are ranked, explained, saved, joined and settled`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    const { sport, stat, season, games: comingGames, after, rest } = journey

    test.setTimeout(240_000)
    await page.setViewportSize({ width: 1280, height: 1000 })
    const user = await site.newUser()
    await openWithSession(page, site.url, user)
    await choose(page, 'Sport', sport.sport)
    await expect(page.getByRole('heading', { level: 1, name: stat })).toBeVisible()
    await expect(page.getByRole('link', { name: "Today's pitchers" })).toHaveCount(0)
    await analyzeButton(page).click()
    await expectProgressLabel(page, 'Complete!')

    const saves = page.getByRole('button', { name: new RegExp(`^Save .+, (over|under) [\\d.]+ ${stat}, `) })
    await test.step('counts of the last games are those of the box scores', async () => {
      const games = await readCounts(journey, season)
      const labels = await saves.evaluateAll((buttons) =>
        buttons.map((each) => each.getAttribute('aria-label') ?? ''),
      )
      expect(labels.length).toBeGreaterThan(20)
      for (const label of labels.slice(0, 30)) {
        const [, name = '', side, line] = /^Save (.+?), (over|under) ([\d.]+) /.exec(label) ?? []
        const values = games.flatMap((game) => game.get(name) ?? []).slice(-10)
        const hits = values.filter((value) =>
          side === 'over' ? value > Number(line) : value < Number(line),
        ).length
        const row = page
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: label, exact: true }) })
        await expect(row.first(), label).toContainText(`${hits} of ${values.length} ${side}`)
      }
    })

    await test.step('the detail view has the splits of the sport, and no pitchers', async () => {
      await page.locator('a[href*="player="]').first().click()
      const splits = page.getByRole('table', { name: new RegExp(`^${stat} by place, rest and team-mates`) })
      const rows = splits.getByRole('rowheader')
      await expect(rows.nth(0)).toHaveText('Season')
      for (const label of ['Home', 'Away', /^Against [A-Z]{2,3}$/, rest])
        await expect(rows.filter({ hasText: label }).first()).toBeVisible()
      await expect(page.getByText('Opposing Pitcher')).toHaveCount(0)
      await page.goBack()
    })

    await test.step('a picture of its lines is read, corrected, confirmed and ranked for one credit', async () => {
      const board = await downloadRows(page, 'Download CSV')
      const before = await creditsOf(user)
      await expectPictureOfBoard(page, board)
      expect(await creditsOf(user)).toBe(before - 1)
    })

    const readLegs = async () =>
      (await user.client.from('track_legs').select('player_name,side,line,status,actual,promised')).data ?? []
    await test.step('two saved lines become legs, and a parlay', async () => {
      for (const at of [0, 4]) await saves.nth(at).click()
      await expect.poll(async () => (await readLegs()).length).toBe(2)
      const before = await creditsOf(user)
      await page.goto(`${site.url}/picks`)
      await parlayButton(page).click()
      await expect(recommendations(page)).toContainText('All legs hit')
      await closeDialog(recommendations(page))
      expect(await creditsOf(user)).toBe(before - 1)
    })

    await test.step('the picks are settled by the box scores', async () => {
      const moved = await fetch(`${site.leagueUrl}/control/clock`, {
        method: 'PUT',
        body: JSON.stringify({ now: after }),
      })
      expect(moved.ok).toBe(true)
      const api = await site.instance({ env: { LEAGUE_CLOCK: `frozen:${after}` } })
      const [instance] = api.instances
      if (!instance) throw new Error('no instance')
      await settleLegs.run(instance.deps)
      const counts = new Map((await readCounts(journey, comingGames)).flatMap((game) => [...game]))
      for (const { player_name, side, line, status, actual, promised } of await readLegs()) {
        expect(Number(promised)).toBeGreaterThan(10)
        const value = counts.get(player_name)
        if (value === undefined) throw new Error(`${player_name} did not play`)
        const won = side === 'OVER' ? value > line : value < line
        expect([status, Number(actual)]).toEqual([won ? 'winner' : 'loser', value])
        await page.reload()
        await expect(
          cardOf(page, player_name).getByText(won ? 'Winner' : 'Loser', { exact: true }),
        ).toBeVisible()
      }
    })
  })
