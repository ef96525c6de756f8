import { settleLegs } from '@propsight/api/testing'
import { espnScoreboardSchema, espnSummarySchema, NBA, readBox } from '@propsight/api/wire-formats'
import { openWithSession } from '../support/accounts/session.ts'
import { expectPictureOfBoard } from '../support/analysis/render-picture.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyzeButton, choose, expectProgressLabel, waitForAllLines } from '../support/pages/board-page.ts'
import { downloadRows } from '../support/pages/download-rows.ts'
import { cardOf, closeDialog, parlayButton, recommendations } from '../support/pages/picks-page.ts'
import { creditsOf, readAllPrices, startTestSite, type TestSite } from '../support/product/test-site.ts'

const MORNING = '2026-07-19T12:00:00Z'
const ESPN = '/apis/site/v2/sports/basketball/nba'

let site: TestSite
test.beforeAll(async () => {
  test.setTimeout(240_000)
  const env = { SPORTS: 'mlb,nba' }
  site = await startTestSite({ control: true, jobs: false, env })
  await readAllPrices(site, env)
})
test.afterAll(() => site?.close())

/** Points by player of each finished game of a range of days, oldest first, read from the box scores themselves. */
async function readPoints(dates: string): Promise<ReadonlyMap<string, number>[]> {
  const read = async (path: string) => (await fetch(`${site.leagueUrl}${ESPN}${path}`)).json()
  const { events } = espnScoreboardSchema.parse(await read(`/scoreboard?dates=${dates}`))
  const over = events.filter(({ status }) => status.type.completed)
  return Promise.all(
    over.map(async ({ id }) => {
      const { lines } = readBox(NBA, espnSummarySchema.parse(await read(`/summary?event=${id}`)))
      return new Map(lines.map(({ name, counts }) => [name, counts.points ?? Number.NaN]))
    }),
  )
}

test('N1 N3 N12 P1 P7 P8: with the NBA open, its lines are ranked, explained, saved, joined and settled', {
  tag: NIGHTLY,
}, async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 1280, height: 1000 })
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  await choose(page, 'Sport', 'NBA')
  await expect(page.getByRole('heading', { level: 1, name: 'Points' })).toBeVisible()
  await expect(page.getByRole('link', { name: "Today's pitchers" })).toHaveCount(0)
  await analyzeButton(page).click()
  await expectProgressLabel(page, 'Complete!')

  const saves = page.getByRole('button', { name: /^Save .+, (over|under) [\d.]+ Points, / })
  await test.step('counts of the last games are those of the box scores', async () => {
    const games = await readPoints('20260601-20260717')
    const labels = await saves.evaluateAll((buttons) =>
      buttons.map((each) => each.getAttribute('aria-label') ?? ''),
    )
    expect(labels.length).toBeGreaterThan(20)
    for (const label of labels.slice(0, 30)) {
      const [, name = '', side, line] = /^Save (.+?), (over|under) ([\d.]+) Points/.exec(label) ?? []
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
    const splits = page.getByRole('table', { name: /^Points by place, rest and team-mates/ })
    const rows = splits.getByRole('rowheader')
    await expect(rows.nth(0)).toHaveText('Season')
    for (const label of ['Home', 'Away', /^Against [A-Z]{3}$/, 'One day', /^With /, /^Without /])
      await expect(rows.filter({ hasText: label }).first()).toBeVisible()
    await expect(page.getByText('Opposing Pitcher')).toHaveCount(0)
    await page.goBack()
  })

  await test.step('board and scanner have the same probability, which rests on the prices of books', async () => {
    await page.getByLabel('Search players').fill('a')
    await waitForAllLines(page)
    await page.getByLabel('Search players').fill('')
    const board = new Map(
      (await downloadRows(page, 'Download CSV')).map((row) => [`${row.Player} ${Number(row.Line)}`, row]),
    )
    expect(
      [...board.values()].filter((row) => /^\d+ books?/.test(row['Rests on'] ?? '')).length,
    ).toBeGreaterThan(30)
    await page.goto(`${site.url}/scanner?stat=Points`)
    await expect(page.getByRole('combobox', { name: 'Sport' })).toHaveValue('NBA')
    await expect(page.getByText(/^Probabilities until /)).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('[data-card] [role=img][aria-label*=" percent likely "]').first()).toBeVisible({
      timeout: 30_000,
    })
    const compared = (await downloadRows(page, /CSV/)).flatMap((row) => {
      const own = board.get(`${row.Player} ${Number(row['Consensus line'])}`)
      const side = own?.Call === 'UNDER' ? 'under' : 'over'
      return own ? [[row.Player, row[`Probability ${side} %`], own['Probability %']]] : []
    })
    expect(compared.length).toBeGreaterThan(30)
    // The board's export has one decimal, and two roundings may be apart.
    const differ = compared.filter(([, scanner, board]) => Math.abs(Number(scanner) - Number(board)) > 0.051)
    expect(differ).toEqual([])
    await page.getByRole('combobox', { name: 'Sport' }).selectOption('MLB')
    await expect(page.getByRole('combobox', { name: 'Market' })).toHaveValue('all')
    await expect(page).not.toHaveURL(/sport=|stat=/)
    await page.goto(site.url)
    await analyzeButton(page).click()
    await expectProgressLabel(page, 'Complete!')
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
      body: JSON.stringify({ now: MORNING }),
    })
    expect(moved.ok).toBe(true)
    const api = await site.instance({ env: { LEAGUE_CLOCK: `frozen:${MORNING}` } })
    const [instance] = api.instances
    if (!instance) throw new Error('no instance')
    await settleLegs.run(instance.deps)
    const points = new Map((await readPoints('20260718')).flatMap((game) => [...game]))
    for (const { player_name, side, line, status, actual, promised } of await readLegs()) {
      expect(Number(promised)).toBeGreaterThan(10)
      const value = points.get(player_name)
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
