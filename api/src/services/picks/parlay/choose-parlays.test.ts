import { type Basis, bestOffer, findStatType, lineForecast } from '@propsight/shared/domain'
import { assessEntry, type PriceRecord } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { aLine, aRecord } from '../../analysis/testing/record-fixtures.ts'
import { type ChosenParlay, computeFigures, mayGetUnits } from './generate-parlays.ts'
import type { PickLeg } from './parlay.ts'

/** A record of prices that opens the gate for edges of total bases. */
const OPEN = {
  bets: [{ stat: 'Total Bases', price: 'first', rule: 'interval', n: 200, days: 60, low: 0.02 }],
} as unknown as Pick<PriceRecord, 'bets'>

const STAT = findStatType('Total Bases')
if (!STAT) throw new Error('The market is unknown')
const JUDGED = { line: aLine(), stat: STAT, record: aRecord(0.8) }

const BAND = { least: 0, atLeast: [1, 0.9, 0.7] }

const leg = (
  win: number,
  { basis = 'line', ...changes }: Partial<PickLeg['leg'] & { basis: Basis }> = {},
  games = 12,
): Pick<PickLeg, 'leg' | 'judged'> => {
  const line = aLine({ oddsType: changes.oddsType ?? 'standard' })
  const forecast = {
    ...lineForecast({ distribution: BAND, low: BAND, high: BAND }, JUDGED.line),
    chance: win,
    push: changes.push ?? 0,
    basis,
  }
  const record = { ...JUDGED.record, games: JUDGED.record.games.slice(0, games) }
  const judged = { ...JUDGED, line, forecast, record, offer: bestOffer(forecast, line) } as PickLeg['judged']
  const parlayLeg: PickLeg['leg'] = {
    game: '1',
    club: 'NYY',
    player: '1',
    slot: null,
    stat: 'Total Bases',
    line: 1.5,
    side: 'over',
    oddsType: 'standard',
    win,
    interval80: { low: win, high: win },
    push: 0,
    noPlay: 0,
    ...changes,
  }
  return { judged, leg: parlayLeg }
}

describe('P8 units of a parlay', () => {
  it('need the gate for edges and legs that all reach their break-even', () => {
    expect(mayGetUnits([leg(0.8), leg(0.7)], 0.1, OPEN)).toBe(true)
    expect(mayGetUnits([leg(0.8), leg(0.7)], 0.1)).toBe(false)
    expect(mayGetUnits([leg(0.8), leg(0.7)], 0, OPEN)).toBe(false)
  })

  it('are not recommended where one leg is below its break-even, although the parlay is profitable', () => {
    expect(mayGetUnits([leg(0.8), leg(0.55)], 0.1, OPEN)).toBe(false)
    expect(mayGetUnits([leg(0.8), leg(0.55, { push: 0.1 })], 0.1, OPEN)).toBe(true)
  })

  it('are not recommended where one leg rests on few games', () => {
    expect(mayGetUnits([leg(0.8), leg(0.85, {}, 5)], 0.1, OPEN)).toBe(true)
    expect(mayGetUnits([leg(0.8), leg(0.85, {}, 4)], 0.1, OPEN)).toBe(false)
  })

  it('are not recommended where a probability is the engine’s alone', () => {
    expect(mayGetUnits([leg(0.8), leg(0.8, { basis: 'model' })], 0.1, OPEN)).toBe(false)
  })

  it('are not recommended with a goblin or a demon', () => {
    expect(mayGetUnits([leg(0.8), leg(0.9, { oddsType: 'goblin' })], 0.1, OPEN)).toBe(false)
  })
})

describe('P8 the figures of a parlay', () => {
  const entry = (...legs: ReturnType<typeof leg>[]) => {
    const assessed = assessEntry(legs.map((each) => each.leg))
    if (!assessed.ok) throw new Error(assessed.reason)
    return { legs, assessment: assessed.value } as unknown as ChosenParlay
  }
  const other = { player: '2', game: '2', club: 'BOS' }

  it('have value and units where the gate of all markets is open', () => {
    const figures = computeFigures(entry(leg(0.8), leg(0.7, other)), OPEN)
    expect(figures).toMatchObject({ pays: 3, breakEven: 33.3, unpriced: null, words: null })
    expect(figures.expectedValue?.value).toBeCloseTo(68, 0)
    expect(figures.recommendedUnits).toBeGreaterThan(0)
  })

  it('are the joint probability, its break-even and the reason where the gate of a market is closed', () => {
    const closed = entry(leg(0.8), leg(0.7, { ...other, stat: 'Hits' }))
    expect(computeFigures(closed, OPEN)).toMatchObject({
      overallConfidence: 56,
      breakEven: 33.3,
      expectedValue: null,
      recommendedUnits: null,
      unpriced: 'the record of these markets supports no edge',
    })
  })

  it('have no break-even with a promotional leg, which has no standard payout', () => {
    const figures = computeFigures(entry(leg(0.8), leg(0.9, { ...other, promo: true })), OPEN)
    expect(figures).toMatchObject({
      expectedValue: null,
      recommendedUnits: null,
      pays: null,
      breakEven: null,
    })
    expect(figures.unpriced).not.toBeNull()
  })
})
