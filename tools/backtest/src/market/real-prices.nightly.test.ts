import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCsv } from '@propsight/league/replay'
import { LINE_EVIDENCE } from '@propsight/shared/domain/engine'
import { noVigOver } from '@propsight/shared/domain/odds'
import { afterAll, describe, expect, it } from 'vitest'
import { market } from '../index.ts'
import {
  EARLIER_SEASON_FOLDER,
  hasPrices,
  PRICED_SEASON_FOLDER,
  PRICES_FOLDER,
} from '../testing/season-folders.ts'
import type { MarketReport } from './market-report.ts'
import { readPrices } from './read-prices.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-real-prices-'))
afterAll(() => rmSync(home, { recursive: true }))

describe.skipIf(!hasPrices)('real prices (if their folder is present)', () => {
  it('have a chance without margin, which is the published one within .002 in 99% of the rows', () => {
    const keyOf = (date: string, mlbamId: string | number | null, closeUtc: string) =>
      `${date} ${mlbamId} ${closeUtc}`
    const published = new Map<string, { first: number; close: number }>()
    openCsv(join(PRICES_FOLDER, 'strikeout_lines.csv.gz')).each((row) => {
      const [first, close] = [row.text('pOverFirst'), row.text('pOverClose')]
      if (first === '' || close === '') return
      const key = keyOf(row.text('date'), row.text('mlbamId'), row.text('closeUtc'))
      published.set(key, { first: Number(first), close: Number(close) })
    })
    const snapshots = readPrices(PRICES_FOLDER).flatMap(({ stat, date, mlbamId, closeUtc, first, close }) => {
      const row = published.get(keyOf(date, mlbamId, closeUtc))
      return [
        { stat, ...first, published: row?.first },
        { stat, ...close, published: row?.close },
      ].map((snapshot) => ({
        ...snapshot,
        chance: noVigOver(snapshot.quotes, snapshot.line, 'proportional'),
      }))
    })
    expect(snapshots.length).toBeGreaterThan(10_000)
    const strikeouts = snapshots.filter(({ stat }) => stat === 'Pitcher Strikeouts')
    expect(strikeouts.filter(({ chance }) => chance === null)).toEqual([])
    expect(snapshots.filter(({ quotes }) => quotes.length === 0)).toEqual([])
    expect(snapshots.filter(({ chance }) => chance !== null && (chance <= 0 || chance >= 1))).toEqual([])
    const differences = strikeouts.flatMap((each) =>
      each.published === undefined ? [] : [Math.abs((each.chance ?? Number.NaN) - each.published)],
    )
    expect(differences.length).toBeGreaterThan(2_000)
    const near = differences.filter((difference) => difference <= 0.002)
    expect(near.length / differences.length).toBeGreaterThanOrEqual(0.99)
  })

  it('are judged: shown probabilities are calibrated and no worse than the books', async () => {
    let errors = ''
    const code = await market(
      [
        ...['--prices', PRICES_FOLDER, '--season', PRICED_SEASON_FOLDER],
        ...['--earlier', EARLIER_SEASON_FOLDER, '--json', 'real.json'],
      ],
      { cwd: home, live: false, stdout: () => {}, stderr: (text) => (errors += text) },
    )
    expect(errors).not.toContain('✗')
    expect(code).toBe(0)
    const { markets, bets }: MarketReport = JSON.parse(readFileSync(join(home, 'real.json'), 'utf8'))
    const first = markets[0] ?? expect.fail('no strikeouts')
    // Nearly all starts join, and the books' own figure is a property of the data, not of the engine.
    expect(first.n).toBeGreaterThan(1300)
    const { logLoss, brier, slope, ece } = first
    expect(logLoss.marketFirst).toBeLessThan(Math.log(2))
    expect(brier.marketFirst).toBeLessThan(0.25)
    expect((logLoss.shown ?? 1) - (logLoss.marketFirst ?? 0)).toBeLessThanOrEqual(0.001)
    expect(slope.shown).toBeGreaterThan(0.8)
    expect(slope.shown).toBeLessThan(1.2)
    expect(ece.shown).toBeLessThanOrEqual(0.02)
    // Better than the constant, or the constant itself, which was fitted on other days, too.
    for (const { market: name, stat, logLoss: loss } of markets) {
      const isConstant = LINE_EVIDENCE.books.weights[stat]?.lineOnly === 0
      const most = (loss.constant ?? 0) + (isConstant ? 0.0005 : 0)
      expect(loss.shownLineOnly, name).toBeLessThanOrEqual(most)
    }
    // No bet at the gate, or a return whose interval is above zero.
    for (const { kind, n, low } of bets) if (kind === 'gate' && n > 0) expect(low).toBeGreaterThan(0)
  })
})
