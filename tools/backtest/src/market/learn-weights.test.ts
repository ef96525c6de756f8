import { expit, logit, PRIOR_WEIGHTS } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { type EvidenceRow, fitWeights, weightsByDate } from './learn-weights.ts'

/** Share of overs is exact: in each cell of `size` rows, the first `share` of them went over. */
function rowsOf(cells: readonly { market: number; engine: number; share: number }[], size = 1_000) {
  return cells.flatMap(({ market, engine, share }) =>
    Array.from(
      { length: size },
      (_, at): EvidenceRow => ({
        date: `2021-06-${String(1 + (at % 30)).padStart(2, '0')}`,
        over: at < share * size ? 1 : 0,
        market,
        engine,
      }),
    ),
  )
}
/** The engine is four times too wide, and the books know everything. */
const WIDE = rowsOf([
  { market: 0.6, engine: expit(4 * logit(0.6)), share: 0.6 },
  { market: 0.4, engine: expit(4 * logit(0.4)), share: 0.4 },
])
/** The books are right for both values of the engine. */
const NOISE = rowsOf([
  { market: 0.6, engine: 0.7, share: 0.6 },
  { market: 0.6, engine: 0.3, share: 0.6 },
  { market: 0.4, engine: 0.7, share: 0.4 },
  { market: 0.4, engine: 0.3, share: 0.4 },
])

describe('fitWeights', () => {
  it('learns that the engine is too wide, from its prior toward the data', () => {
    const { lineOnly, games } = fitWeights(WIDE, PRIOR_WEIGHTS.moving)
    expect(games).toBe(2_000)
    expect(lineOnly).toBeGreaterThan(0.25)
    expect(lineOnly).toBeLessThan(0.3)
  })

  it('trusts the books alone where the engine is noise', () => {
    const { market, engine, lineOnly } = fitWeights(NOISE, PRIOR_WEIGHTS.moving)
    expect(market).toBeCloseTo(1, 1)
    expect(engine).toBeLessThan(0.05)
    expect(lineOnly).toBeLessThan(0.1)
  })

  it('never has a negative weight: the books alone remain', () => {
    const opposed = NOISE.map((row) => ({ ...row, over: (row.engine < 0.5 ? 1 : 0) as 0 | 1 }))
    const { engine, lineOnly, market } = fitWeights(opposed, PRIOR_WEIGHTS.moving)
    expect([engine, lineOnly]).toEqual([0, 0])
    expect(market).toBeGreaterThan(0)
  })

  it('moves less from weights that were fitted on many games', () => {
    const prior = { ...PRIOR_WEIGHTS.moving, games: 20_000 }
    const moved = (to: number) => Math.abs(to - prior.lineOnly)
    expect(moved(fitWeights(WIDE, prior).lineOnly)).toBeLessThan(
      moved(fitWeights(WIDE, PRIOR_WEIGHTS.moving).lineOnly) / 4,
    )
    expect(fitWeights([], prior)).toBe(prior)
  })
})

describe('weightsByDate', () => {
  const own = { games: 500, market: 1.2, engine: 0.3, lineOnly: 0.6 }
  const shipped = {
    data: 'test',
    from: '2021-06-01',
    to: '2021-06-10',
    weights: { 'Pitcher Strikeouts': own },
  }
  const weightsOn = weightsByDate('Pitcher Strikeouts', WIDE, shipped)

  it('starts from prior values within the window of the shipped weights', () => {
    expect(weightsOn('2021-06-01')).toEqual(PRIOR_WEIGHTS.moving)
    expect(weightsOn('2021-06-10')).toEqual(
      fitWeights(
        WIDE.filter(({ date }) => date < '2021-06-10'),
        PRIOR_WEIGHTS.moving,
      ),
    )
  })

  it('starts from the shipped weights after it, and learns only from the days between', () => {
    expect(weightsOn('2021-06-11')).toBe(own)
    expect(weightsOn('2021-06-20')).toEqual(
      fitWeights(
        WIDE.filter(({ date }) => date > '2021-06-10' && date < '2021-06-20'),
        own,
      ),
    )
  })

  it('never depends on the day itself or later ones', () => {
    const changed = WIDE.map((row) => (row.date < '2021-06-15' ? row : { ...row, over: 1 as const }))
    expect(weightsByDate('Pitcher Strikeouts', changed, shipped)('2021-06-15')).toEqual(
      weightsOn('2021-06-15'),
    )
  })
})
