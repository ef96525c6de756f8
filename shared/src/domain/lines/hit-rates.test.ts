import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ThrowHand } from '../sports/mlb/engine/input.ts'
import type { HittingLogGame, PitchingLogGame } from '../sports/mlb/stat-types.ts'
import { type HitRates, hitRates, type RatedLog } from './hit-rates.ts'

type Batted = HittingLogGame & { starterHand?: ThrowHand | null }

const batted = (hits: number, more: Partial<Batted> = {}): Batted => ({
  date: '2026-06-01',
  opponent: 'SEA',
  homeAway: 'HOME',
  plateAppearances: 4,
  hits,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  stolenBases: 0,
  strikeOuts: 0,
  ...more,
})

const outing = (strikeOuts: number, started: boolean): PitchingLogGame => ({
  date: '2026-06-01',
  opponent: 'TEX',
  homeAway: 'AWAY',
  started,
  outs: 15,
  strikeOuts,
  hits: 4,
  earnedRuns: 2,
  baseOnBalls: 1,
})

const TONIGHT = { opponent: 'SEA', hand: 'L' } as const

function rates(line: number, log: RatedLog, against: Parameters<typeof hitRates>[3] = TONIGHT): HitRates {
  const found = hitRates(log.group === 'hitting' ? 'Hits' : 'Strikeouts', line, log, against)
  if (!found.ok) throw new Error(found.reason)
  return found.value
}

describe('hit rates', () => {
  it('have games, pushes and an interval for each window', () => {
    const games = [
      batted(2, { homeAway: 'AWAY', starterHand: 'L' }),
      batted(1, { opponent: 'TEX', starterHand: 'R' }),
      batted(0, { starterHand: null }),
      batted(0, { opponent: 'TEX' }),
      batted(3, { opponent: 'TEX', starterHand: 'L' }),
      batted(2, { plateAppearances: 0 }),
      batted(2, { opponent: 'OAK', starterHand: 'L' }),
    ]
    const found = rates(1, { group: 'hitting', games })
    expect(found.season).toMatchObject({ over: 3, under: 2, push: 1, games: 6, rate: 0.6, unassigned: 0 })
    expect(found.season.interval?.low).toBeCloseTo(0.2307, 4)
    expect(found.season.interval?.high).toBeCloseTo(0.8824, 4)
    expect(found.last5).toMatchObject({ over: 2, under: 2, push: 1, games: 5, rate: 0.5 })
    expect(found.last25).toEqual(found.season)
    expect(found.home).toMatchObject({ over: 2, under: 2, push: 1, games: 5 })
    expect(found.away).toMatchObject({ over: 1, under: 0, push: 0, games: 1, rate: 1 })
    expect(found.opponent).toMatchObject({ over: 1, under: 1, push: 0, games: 2, unassigned: 0 })
    expect(found.hand).toMatchObject({ over: 3, under: 0, push: 0, games: 3, unassigned: 2 })
  })

  it('are empty for an unknown opponent or hand', () => {
    const found = rates(
      0.5,
      { group: 'hitting', games: [batted(1), batted(0)] },
      { opponent: null, hand: null },
    )
    const nothing = { over: 0, under: 0, push: 0, games: 0, rate: null, interval: null, unassigned: 2 }
    expect(found.opponent).toEqual(nothing)
    expect(found.hand).toEqual(nothing)
  })

  it('count only the starts of a pitcher, and no hand', () => {
    const found = rates(5.5, {
      group: 'pitching',
      games: [outing(7, true), outing(9, false), outing(4, true)],
    })
    expect(found.season).toMatchObject({ over: 1, under: 1, games: 2 })
    expect(found.hand).toMatchObject({ games: 0, unassigned: 2 })
  })

  it.each([
    ['unknown stat', 'Blocked Shots', 0.5, [batted(1)]],
    ['line is not a number', 'Hits', Number.NaN, [batted(1)]],
    ['line is not a number', 'Hits', Number.POSITIVE_INFINITY, [batted(1)]],
    ['line is negative', 'Hits', -0.5, [batted(1)]],
    ['no games', 'Hits', 0.5, []],
    ['no games', 'Hits', 0.5, [batted(1, { plateAppearances: 0 })]],
    ['no starts', 'Pitcher Strikeouts', 0.5, [batted(1)]],
  ] as const)('are refused: %s', (reason, stat, line, games) => {
    expect(hitRates(stat, line, { group: 'hitting', games: [...games] }, TONIGHT)).toEqual({
      ok: false,
      reason,
    })
  })

  it('count each game once per window, and home and away sum to the season', () => {
    const game = fc.record({
      hits: fc.nat(4),
      homeAway: fc.constantFrom('HOME' as const, 'AWAY' as const),
      opponent: fc.constantFrom('SEA', 'TEX', ''),
      starterHand: fc.constantFrom('L' as const, 'R' as const, null),
    })
    fc.assert(
      fc.property(
        fc.array(game, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(0.5, 1, 1.5),
        (games, line) => {
          const found = rates(line, { group: 'hitting', games: games.map((each) => batted(each.hits, each)) })
          for (const rate of Object.values(found)) {
            expect(rate.over + rate.under + rate.push).toBe(rate.games)
            expect(rate.games + rate.unassigned).toBeLessThanOrEqual(games.length)
            expect(rate.rate === null).toBe(rate.interval === null)
          }
          expect(found.home.games + found.away.games).toBe(found.season.games)
          expect(found.last10.games).toBe(Math.min(10, games.length))
        },
      ),
    )
  })
})
