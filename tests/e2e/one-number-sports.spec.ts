import { pastParlayRowSchema } from '@propsight/shared/contracts'
import { expectAccessible } from '../support/a11y/axe.ts'
import { openWithSession } from '../support/accounts/session.ts'
import {
  type Compared,
  chanceOf,
  compareBoards,
  differences,
  keyOf,
  readBoard,
  readLabels,
} from '../support/analysis/shown-numbers.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import {
  analyzeButton,
  changeSettings,
  choose,
  expectProgressLabel,
  waitForAllLines,
} from '../support/pages/board-page.ts'
import { downloadRows } from '../support/pages/download-rows.ts'
import { cardOf, parlayButton, recommendations } from '../support/pages/picks-page.ts'
import { readAllPrices, startTestSite, type TestSite } from '../support/product/test-site.ts'

/** The first market of each sport, and the fewest props that its screens have in common. No sample book prices football. */
const SPORTS = [
  { sport: 'NBA', market: 'Points', least: 60, inScanner: 30 },
  { sport: 'NFL', market: 'Pass Yards', least: 20, inScanner: 0 },
] as const
const LEAST_ADVISED = 4
const SAVED_PICKS = 4

let site: TestSite
test.beforeAll(async () => {
  test.setTimeout(240_000)
  const env = { SPORTS: 'mlb,nba,nfl' }
  site = await startTestSite({ jobs: false, env })
  await readAllPrices(site, env)
})
test.afterAll(() => site?.close())

for (const { sport, market, least, inScanner } of SPORTS)
  test(`N3 S11 P5: A prop of the ${sport} has the same probability on board, export, scanner, detail, saved picks, AI mode and parlays, all of them accessible`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width: 1440, height: 1400 })
    const user = await site.newUser()
    await openWithSession(page, site.url, user)
    const analyze = async () => {
      await page.goto(site.url)
      await choose(page, 'Sport', sport)
      await expect(page.getByRole('heading', { level: 1, name: market })).toBeVisible()
      await analyzeButton(page).click()
      await expectProgressLabel(page, 'Complete!')
      await expect(saves.first()).toBeVisible()
    }
    const saves = page.getByRole('button', {
      name: new RegExp(`^Save .+, (over|under) [\\d.]+ ${market}(?!.+: saved$)`),
    })

    await analyze()
    const search = page.getByLabel('Search players')
    await search.fill('a')
    await waitForAllLines(page)
    await search.fill('')
    const board = await readBoard(page)
    expect(board.length).toBeGreaterThan(least)
    const byProp = new Map(board.map((each) => [keyOf(each), each]))
    const rounded = new Set(
      board.flatMap((each) => ['over', 'under'].map((side) => `${Math.round(chanceOf(each, side))} ${side}`)),
    )
    const expectShown = async (fewest: number) => {
      const labels = await readLabels(page, '[data-card]')
      expect(labels.length).toBeGreaterThanOrEqual(fewest)
      for (const { label, text } of labels) {
        const [, percent, side] = /^(\d+) percent likely (over|under)/.exec(label) ?? []
        expect(rounded, text).toContain(`${percent} ${side}`)
      }
    }
    await expectShown(SAVED_PICKS)
    await expectAccessible(page)

    await test.step('the scanner', async () => {
      await page.goto(`${site.url}/scanner?stat=${encodeURIComponent(market)}`)
      await expect(page.getByRole('combobox', { name: 'Sport' })).toHaveValue(sport)
      await expectAccessible(page)
      if (inScanner === 0) {
        await expect(page.locator('[data-card]')).toHaveCount(0)
        return
      }
      await expect(
        page.locator('[data-card] [role=img][aria-label*=" percent likely "]').first(),
      ).toBeVisible({ timeout: 30_000 })
      const compared = (await downloadRows(page, /CSV/)).flatMap((row): Compared[] => {
        const [player = '', line] = [row.Player, Number(row['Consensus line'])]
        const own = byProp.get(keyOf({ player, line, starts: Date.parse(row.Starts ?? '') }))
        const screen = Number(row[own?.side === 'under' ? 'Probability under %' : 'Probability over %'])
        return own && screen ? [{ prop: keyOf(own), board: own.chance, screen }] : []
      })
      expect(compared.length).toBeGreaterThan(inScanner)
      expect(differences(compared)).toEqual([])
    })

    await test.step('the detail view and the saved pick', async () => {
      await analyze()
      const label = (await saves.first().getAttribute('aria-label')) ?? ''
      const [, player = '', side = '', line = ''] = /^Save (.+), (over|under) ([\d.]+) /.exec(label) ?? []
      const own = board.find((each) => each.player === player && each.line === Number(line))
      if (!own) throw new Error('the saved line is not on the board')
      const likely = new RegExp(`^${Math.round(chanceOf(own, side))} percent likely ${side}`)
      await saves.first().click()
      await page.getByRole('link', { name: player, exact: true }).first().focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: player })).toBeVisible()
      await expect(page.getByRole('img', { name: likely }).first()).toBeVisible()
      await expect(page.getByRole('table', { name: /by place, rest and team-mates/ })).toBeVisible()
      await expectAccessible(page)
      const tabs = page.getByRole('tab')
      await page.getByRole('tab', { selected: true }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
      await expectAccessible(page)
      await page.getByRole('banner').getByRole('link', { name: 'My Picks' }).click()
      await expect(cardOf(page, player).getByRole('img', { name: likely })).toBeVisible()
    })

    await test.step('AI mode', async () => {
      await page.goto(site.url)
      await changeSettings(page, { Mode: 'AI' })
      await analyze()
      const compared = compareBoards(await readBoard(page), byProp)
      expect(compared.length).toBeGreaterThanOrEqual(LEAST_ADVISED)
      expect(differences(compared)).toEqual([])
      await changeSettings(page, { Mode: 'Quick' })
    })

    await test.step('saved picks and the legs of parlays', async () => {
      await analyze()
      for (let saved = 1; saved < SAVED_PICKS; saved++) await saves.nth(saved).click()
      await page.getByRole('banner').getByRole('link', { name: 'My Picks' }).click()
      await expect(page.locator('[data-card]').first()).toBeVisible()
      await expectShown(SAVED_PICKS)
      await parlayButton(page).click()
      await expect(recommendations(page)).toBeVisible({ timeout: 30_000 })
      await expectAccessible(page)
      const { data } = await user.client.from('past_parlays').select('details')
      const legs = pastParlayRowSchema
        .pick({ details: true })
        .array()
        .parse(data)
        .flatMap(({ details }) => details?.picks ?? [])
      const compared = legs.flatMap((leg): Compared[] => {
        const starts = Date.parse(leg.startsAt ?? '')
        const own = byProp.get(keyOf({ player: leg.playerName, line: leg.bettingLine, starts }))
        const board = own && chanceOf(own, leg.bettingRecommendation.toLowerCase())
        return own && board ? [{ prop: keyOf(own), board, screen: leg.probability.value }] : []
      })
      expect(compared.length).toBeGreaterThan(1)
      expect(differences(compared)).toEqual([])
    })
  })
