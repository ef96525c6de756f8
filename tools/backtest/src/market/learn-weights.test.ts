import { expit, PRIOR_KINDS, PRIOR_WEIGHTS } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { fitError } from '../score/figures.ts'
import { type EvidenceRow, fitWeights, learnWeights } from './learn-weights.ts'

interface Cell {
  readonly market: number | null
  readonly engine: number
  readonly share: number
}

/** Share of overs is exact: in each cell of `size` rows, the first `share` of them went over. */
const rowsOf = (cells: readonly Cell[], stat = 'Pitcher Strikeouts', size = 1_000) =>
  cells.flatMap(({ market, engine, share }) =>
    Array.from(
      { length: size },
      (_, at): EvidenceRow => ({
        stat,
        source: 'books',
        date: `2021-06-${String(1 + (at % 30)).padStart(2, '0')}`,
        over: at < share * size ? 1 : 0,
        market,
        engine,
        low: engine,
        high: engine,
      }),
    ),
  )
/** The engine is four times too wide, and the books know everything. */
const WIDE = rowsOf([
  { market: 0.6, engine: expit(4 * Math.log(1.5)), share: 0.6 },
  { market: 0.4, engine: expit(-4 * Math.log(1.5)), share: 0.4 },
])
/** The books are right for both values of the engine. */
const NOISE = rowsOf([
  { market: 0.6, engine: 0.7, share: 0.6 },
  { market: 0.6, engine: 0.3, share: 0.6 },
  { market: 0.4, engine: 0.7, share: 0.4 },
  { market: 0.4, engine: 0.3, share: 0.4 },
])
const PRIOR = PRIOR_WEIGHTS.moving

describe('fitWeights', () => {
  it('learns that the engine is too wide, from its prior toward the data', () => {
    const { lineOnly, games } = fitWeights(WIDE, PRIOR, 'moving')
    expect(games).toBe(2_000)
    expect(lineOnly).toBeGreaterThan(0.25)
    expect(lineOnly).toBeLessThan(0.3)
  })

  it('trusts the books alone where the engine is noise, and the line alone without a price', () => {
    const { market, engine, even } = fitWeights(NOISE, PRIOR, 'moving')
    expect(market).toBeCloseTo(1, 1)
    expect(engine).toBeLessThan(0.05)
    expect(fitWeights(NOISE, PRIOR, 'moving', 'constant').lineOnly).toBe(0)
    expect(even).toBeCloseTo(0, 6)
  })

  it('never has a negative weight: the books alone remain', () => {
    const opposed = NOISE.map((row) => ({ ...row, over: (row.engine < 0.5 ? 1 : 0) as 0 | 1 }))
    const { engine, lineOnly, market } = fitWeights(opposed, PRIOR, 'moving')
    expect([engine, lineOnly]).toEqual([0, 0])
    expect(market).toBeGreaterThan(0)
  })

  it('moves less from weights that were fitted on many games', () => {
    const prior = { ...PRIOR, games: 20_000 }
    const moved = (to: number) => Math.abs(to - prior.lineOnly)
    expect(moved(fitWeights(WIDE, prior, 'moving').lineOnly)).toBeLessThan(
      moved(fitWeights(WIDE, PRIOR, 'moving').lineOnly) / 4,
    )
    expect(fitWeights([], prior, 'moving')).toBe(prior)
  })

  it('learns how rare overs are where the engine is even, and that a fixed line tells nothing far from there', () => {
    const rows = rowsOf(
      [
        { market: null, engine: 0.55, share: 0.45 },
        { market: null, engine: 0.45, share: 0.45 },
      ],
      'Singles',
    )
    const { lineOnly, even, reach, market } = fitWeights(rows, PRIOR_WEIGHTS.fixed, 'fixed', 'constant')
    expect(lineOnly).toBe(0)
    expect(even).toBeCloseTo(Math.log(0.45 / 0.55), 1)
    expect(reach).toBeCloseTo(3 * Math.log(0.55 / 0.45), 6)
    expect(market).toBe(PRIOR_WEIGHTS.fixed.market)
  })
})

describe('fitError', () => {
  const judged = (share: number, logOdds = 0, deviation = 0) =>
    rowsOf([{ market: null, engine: 0.5, share }], 'Hits', 20_000).map(({ date, over }, at) => ({
      date,
      // Evenly mixed, so that each group has the same share.
      over: (Math.floor((at + 1) * share) > Math.floor(at * share) ? 1 : 0) as typeof over,
      logOdds,
      deviation,
    }))
  it('is the distance of forecasts from their outcomes beyond the noise of these and their own band', () => {
    const distance = Math.log(0.45 / 0.55)
    expect(fitError(judged(0.45), 0)).toBeCloseTo(Math.sqrt(distance ** 2 - 4 / 200), 1)
    expect(fitError(judged(0.45, distance), 0.1)).toBeLessThan(0.05)
    expect(fitError(judged(0.45, 0, 0.3), 0)).toBe(0)
  })
  it('is the prior one without a group of games', () => {
    expect(fitError(judged(0.45).slice(0, 199), 0.1)).toBeCloseTo(0.1, 12)
  })
})

describe('learnWeights', () => {
  const STAT = 'Pitcher Strikeouts'
  const own = { ...PRIOR, games: 500, market: 1.2, engine: 0.3, lineOnly: 0.6 }
  const start = {
    data: 'test',
    from: '2021-06-01',
    to: '2021-06-12',
    books: { weights: { [STAT]: own }, kinds: PRIOR_WEIGHTS },
    pickem: { weights: {}, kinds: PRIOR_KINDS.pickem },
  }
  const { of, ofKind } = learnWeights(WIDE, start)
  const until = (from: string, to: string) => WIDE.filter(({ date }) => date > from && date < to)

  it('begins with prior values to the last day of the known weights, shrunk toward all markets of the kind', () => {
    expect(of(STAT, 'books', '2021-06-01')).toEqual(PRIOR)
    const kind = fitWeights(until('', '2021-06-06'), PRIOR, 'moving')
    expect(ofKind('moving', 'books', '2021-06-10')).toEqual(kind)
    const { error: _, ...weights } = fitWeights(until('', '2021-06-06'), { ...kind, games: 0 }, 'moving')
    expect(of(STAT, 'books', '2021-06-10')).toMatchObject(weights)
  })

  it('begins with the known weights after it, and learns only from the weeks between', () => {
    expect(of(STAT, 'books', '2021-06-13')).toBe(own)
    expect(of(STAT, 'books', '2021-06-22')).toEqual(
      fitWeights(until('2021-06-12', '2021-06-20'), own, 'moving'),
    )
  })

  it('says that the line is all that is known where the engine lost to the constant in earlier weeks', () => {
    const unfitted = { ...start, to: '', books: { weights: {}, kinds: PRIOR_WEIGHTS } }
    // What the engine says of a week is true of the opposite side a week later.
    const misled = WIDE.map((row): EvidenceRow => {
      const isEven = Math.floor((new Date(row.date).getTime() / 86_400_000 + 4) / 7) % 2 === 0
      return isEven ? row : { ...row, over: row.over === 1 ? 0 : 1 }
    })
    expect(learnWeights(misled, unfitted).of(STAT, 'books', '2021-06-30').lineOnly).toBe(0)
    expect(learnWeights(WIDE, unfitted).of(STAT, 'books', '2021-06-30').lineOnly).toBeGreaterThan(0.2)
  })

  it('says the same where the engine beat the constant by no more than chance', () => {
    const unfitted = { ...start, to: '', books: { weights: {}, kinds: PRIOR_WEIGHTS } }
    // The engine is right, and knows so little that 600 games do not show it.
    const hardly = rowsOf(
      [
        { market: null, engine: 0.52, share: 0.52 },
        { market: null, engine: 0.48, share: 0.48 },
      ],
      STAT,
      300,
    ).map(
      (row, at): EvidenceRow => ({ ...row, over: (at * 7) % 300 < (row.engine > 0.5 ? 156 : 144) ? 1 : 0 }),
    )
    expect(learnWeights(hardly, unfitted).of(STAT, 'books', '2021-06-30').lineOnly).toBe(0)
    const { lineOnly } = learnWeights(Array.from({ length: 60 }, () => hardly).flat(), unfitted).of(
      STAT,
      'books',
      '2021-06-30',
    )
    expect(lineOnly).toBeGreaterThan(0)
  })

  it('learns each source of lines apart', () => {
    const pickem = NOISE.map((row): EvidenceRow => ({ ...row, source: 'pickem', market: null }))
    const unfitted = { ...start, to: '', books: { weights: {}, kinds: PRIOR_WEIGHTS } }
    const both = learnWeights([...WIDE, ...pickem], unfitted)
    const alone = learnWeights(WIDE, unfitted)
    expect(both.of(STAT, 'books', '2021-06-30')).toEqual(alone.of(STAT, 'books', '2021-06-30'))
    expect(both.of(STAT, 'pickem', '2021-06-30').lineOnly).toBeLessThan(0.05)
  })

  it('never depends on the day itself or later ones', () => {
    const changed = WIDE.map((row) => (row.date < '2021-06-15' ? row : { ...row, over: 1 as const }))
    for (const weights of [start, { ...start, to: '' }, { ...start, to: '2021-06-30' }])
      expect(learnWeights(changed, weights).of(STAT, 'books', '2021-06-15')).toEqual(
        learnWeights(WIDE, weights).of(STAT, 'books', '2021-06-15'),
      )
  })
})
