import type { Page } from '@playwright/test'
import { readBookPrices } from '@propsight/api/testing'
import { type Line, pastParlayRowSchema, whatIfResponse } from '@propsight/shared/contracts'
import { lineForecast } from '@propsight/shared/domain'
import * as z from 'zod'
import { openWithSession } from '../support/accounts/session.ts'
import { renderPicture } from '../support/analysis/render-picture.ts'
import {
  type Compared,
  chanceOf,
  compareBoards,
  differences,
  keyOf,
  PERCENT,
  readBoard,
  readLabels,
  type Shown,
} from '../support/analysis/shown-numbers.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  analyze,
  analyzeButton,
  changeSettings,
  expectProgressLabel,
  lines,
  waitForAllLines,
} from '../support/pages/board-page.ts'
import { downloadRows } from '../support/pages/download-rows.ts'
import { cardOf, parlayButton, recommendations } from '../support/pages/picks-page.ts'
import { startTestSite, type TestSite } from '../support/product/test-site.ts'

/** Fewest props that the board and the scanner must have in common. */
const LEAST_COMMON = 60
/** The same of AI mode and of the pitchers page, which have fewer lines. */
const LEAST_ADVISED = 4
const LEAST_PITCHERS = 4
const SAVED_PICKS = 4
const WHAT_IFS = 10
const PICTURE_ROWS = 3

const runRows = z.array(z.object({ id: z.uuid() }))

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ jobs: false })
  const { instances } = await site.instance({})
  const [instance] = instances
  if (!instance) throw new Error('no instance')
  await readBookPrices.run(instance.deps)
})
test.afterAll(() => site?.close())

/** The line of a prop as a picture shows it. */
const pictureLine = ({ player, team, line }: Shown & { team: string }): Line => ({
  id: player,
  name: player,
  team,
  position: 'OF',
  stats: `${line} More Total Bases`,
  statType: 'Total Bases',
  line,
  oddsType: 'standard',
  opponent: null,
  homeAway: null,
  gameTime: null,
  gameId: null,
  combo: false,
  promo: false,
  regularLine: null,
})

async function loadWholeBoard(page: Page, market: string) {
  await analyze(page, market)
  await page.getByLabel('Search players').fill('a')
  await waitForAllLines(page)
  await page.getByLabel('Search players').fill('')
  return readBoard(page)
}

test('N3 S11 P5: A prop has the same probability on board, export, scanner, detail, saved picks, AI mode, what-if, picture, pitchers and parlays', async ({
  page,
}) => {
  test.setTimeout(540_000)
  await page.setViewportSize({ width: 1440, height: 1400 })
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  const board = await test.step('the board, its cards and its export', async () => {
    const all = await loadWholeBoard(page, 'Total Bases')
    expect(all.filter(({ basis }) => /^\d+ books?/.test(basis)).length).toBeGreaterThan(LEAST_COMMON)
    const shown = new Set(all.map(({ chance, side }) => `${Math.round(chance)} ${side}`))
    for (const { label, text } of await readLabels(page, '[data-card]')) {
      const [, percent, side] = /^(\d+) percent likely (over|under)/.exec(label) ?? []
      expect(shown, text).toContain(`${percent} ${side}`)
    }
    return all
  })
  const byProp = new Map(board.map((each) => [keyOf(each), each]))
  // A picture and the what-if name no game: only players with one game that day are compared.
  const byLine = new Map(
    [...Map.groupBy(board, ({ player, line }) => `${player} ${line}`)].flatMap(([key, same]) =>
      same.length === 1 && same[0] ? [[key, same[0]] as const] : [],
    ),
  )

  await test.step('the scanner', async () => {
    await page.goto(`${site.url}/scanner?stat=Total+Bases`)
    // The paid board of the Dashboard covers the market.
    await expect(page.getByText(/^Probabilities until /)).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('[data-card] [role=img][aria-label*=" percent likely "]').first()).toBeVisible({
      timeout: 30_000,
    })
    const props = (await downloadRows(page, /CSV/)).filter((row) => row['Probability over %'])
    const compared = props.flatMap((row): Compared[] => {
      const prop = {
        player: row.Player ?? '',
        line: Number(row['Consensus line']),
        starts: Date.parse(row.Starts ?? ''),
      }
      const own = byProp.get(keyOf(prop))
      if (!own) return []
      const screen = Number(row[own.side === 'under' ? 'Probability under %' : 'Probability over %'])
      return [{ prop: keyOf(prop), board: own.chance, screen }]
    })
    expect(compared.length).toBeGreaterThan(LEAST_COMMON)
    expect(differences(compared)).toEqual([])
  })

  await test.step('the detail view and the saved pick', async () => {
    await page.goto(site.url)
    await expect(analyzeButton(page)).toContainText('free')
    await analyze(page, 'Total Bases')
    const save = lines(page)
      .getByRole('button', { name: /^Save .+, (over|under) [\d.]+ Total Bases/ })
      .first()
    const label = (await save.getAttribute('aria-label')) ?? ''
    const [, player = '', side = '', line = ''] = /^Save (.+), (over|under) ([\d.]+) /.exec(label) ?? []
    const own = board.find((each) => each.player === player && each.line === Number(line))
    if (!own) throw new Error('the saved line is not on the board')
    const chance = chanceOf(own, side)
    const likely = new RegExp(`^${Math.round(chance)} percent likely ${side}`)
    await save.click()
    await lines(page).getByRole('link', { name: player, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: player })).toBeVisible()
    await expect(page.getByRole('img', { name: likely }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: `Why ${Math.round(chance)}%` })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'My Picks' }).click()
    await expect(cardOf(page, player).getByRole('img', { name: likely })).toBeVisible()
  })

  await test.step('AI mode', async () => {
    await page.goto(site.url)
    await changeSettings(page, { Mode: 'AI' })
    await analyze(page, 'Total Bases')
    const compared = compareBoards(await readBoard(page), byProp)
    expect(compared.length).toBeGreaterThan(LEAST_ADVISED)
    expect(differences(compared)).toEqual([])
    await changeSettings(page, { Mode: 'Quick' })
  })

  await test.step('the what-if without a change', async () => {
    const { data } = await user.client
      .from('runs')
      .select('id,category')
      .eq('category', 'Total Bases')
      .limit(1)
    const runId = runRows.parse(data)[0]?.id
    for (const own of [...byLine.values()].slice(0, WHAT_IFS)) {
      const player = { name: own.player, team: own.team, group: 'hitting' }
      const answer = await page.request.post(`${site.url}/api/what-if`, {
        headers: { authorization: `Bearer ${user.token}` },
        data: { runId, player, changes: {} },
      })
      const { forecasts } = whatIfResponse.parse(await answer.json())
      const market = forecasts.find(({ stat }) => stat === 'Total Bases')
      if (!market) throw new Error(`no forecast of ${own.player}`)
      const side = own.side === 'under' ? 'UNDER' : 'OVER'
      const { chance } = lineForecast(market, { line: own.line, oddsType: 'standard' }, side)
      expect(differences([{ prop: own.player, board: own.chance, screen: PERCENT * chance }])).toEqual([])
    }
  })

  await test.step('image mode', async () => {
    const rows = [...byLine.values()].filter(({ player }) => /^[A-Za-z]+ [A-Za-z]+$/.test(player))
    const picture = await renderPicture(rows.slice(0, PICTURE_ROWS).map(pictureLine))
    await page.goto(site.url)
    await changeSettings(page, { Mode: 'Image' })
    const file = { name: 'card.png', mimeType: 'image/png', buffer: picture.file }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('button', { name: 'Read picture' }).click()
    await page
      .getByRole('button', { name: `Confirm and analyze ${PICTURE_ROWS} rows` })
      .click({ timeout: 60_000 })
    await expectProgressLabel(page, 'Complete!')
    const compared = (await readBoard(page)).flatMap((other): Compared[] => {
      const own = byLine.get(`${other.player} ${other.line}`)
      return own ? [{ prop: keyOf(own), board: chanceOf(own, other.side), screen: other.chance }] : []
    })
    expect(compared).toHaveLength(PICTURE_ROWS)
    expect(differences(compared)).toEqual([])
    await changeSettings(page, { Mode: 'Quick' })
  })

  await test.step('the pitchers page', async () => {
    const strikeouts = await loadWholeBoard(page, 'Pitcher Strikeouts')
    const byPitcher = new Map(strikeouts.map((each) => [`${each.player} ${each.line}`, each]))
    await page.goto(`${site.url}/pitchers`)
    await expect(page.getByText(/^Numbers read/)).toBeVisible({ timeout: 60_000 })
    const rows = await downloadRows(page, 'Export CSV: Strongest to Weakest: Strikeouts')
    const compared = rows.flatMap((row): Compared[] => {
      const own = byPitcher.get(`${row.Pitcher} ${Number(row.Line)}`)
      if (!own || !row['Engine over']) return []
      return [
        {
          prop: `${row.Pitcher} ${row.Line}`,
          board: chanceOf(own, 'over'),
          screen: PERCENT * Number(row['Engine over']),
        },
      ]
    })
    expect(compared.length).toBeGreaterThan(LEAST_PITCHERS)
    expect(differences(compared)).toEqual([])
  })

  await test.step('saved picks and the legs of parlays', async () => {
    await page.goto(site.url)
    await analyze(page, 'Total Bases')
    const saves = lines(page).getByRole('button', {
      name: /^Save .+, (over|under) [\d.]+ Total Bases(?!.+: saved$)/,
    })
    for (let saved = 0; saved < SAVED_PICKS; saved++) await saves.nth(saved).click()
    await page.getByRole('banner').getByRole('link', { name: 'My Picks' }).click()
    await expect(page.locator('[data-card]').first()).toBeVisible()
    const shown = new Set(
      board.flatMap((each) => [
        `${Math.round(chanceOf(each, 'over'))} over`,
        `${Math.round(chanceOf(each, 'under'))} under`,
      ]),
    )
    const labels = await readLabels(page, '[data-card]')
    expect(labels.length).toBeGreaterThanOrEqual(SAVED_PICKS)
    for (const { label, text } of labels) {
      const [, percent, side] = /^(\d+) percent likely (over|under)/.exec(label) ?? []
      expect(shown, text).toContain(`${percent} ${side}`)
    }
    await parlayButton(page).click()
    await expect(recommendations(page)).toBeVisible({ timeout: 30_000 })
    const { data } = await user.client.from('past_parlays').select('details')
    const legs = pastParlayRowSchema
      .pick({ details: true })
      .array()
      .parse(data)
      .flatMap(({ details }) => details?.picks ?? [])
    const compared = legs.flatMap((leg): Compared[] => {
      const prop = { player: leg.playerName, line: leg.bettingLine, starts: Date.parse(leg.startsAt ?? '') }
      const own = byProp.get(keyOf(prop))
      const side = leg.bettingRecommendation.toLowerCase()
      return own ? [{ prop: keyOf(prop), board: chanceOf(own, side), screen: leg.probability.value }] : []
    })
    expect(compared.length).toBeGreaterThan(1)
    expect(differences(compared)).toEqual([])
  })
})
