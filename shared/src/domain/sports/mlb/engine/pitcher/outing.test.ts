import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LeagueStarts } from '../input.ts'
import { pitcherInput, starts } from '../testing/pitcher-input.ts'
import { PITCHING } from './constants.ts'
import { computeExpectedStart, type Expected } from './expected.ts'
import { buildMatchup } from './matchup.ts'
import { computeOuting, MOST_OUTS, withMean } from './outing.ts'
import { PITCHER_STATS, statChances } from './stat-chances.ts'

const mean = (chances: readonly number[]): number => chances.reduce((sum, p, outs) => sum + outs * p, 0)
const deviation = (chances: readonly number[]): number =>
  Math.sqrt(chances.reduce((sum, p, outs) => sum + (outs - mean(chances)) ** 2 * p, 0))

const { leagueOuts } = PITCHING.width

/** Totals of 4,000 starts of a league. */
const league = (outs: number): LeagueStarts => ({
  starts: 4000,
  battersFaced: 24 * 4000,
  outs: outs * 4000,
  strikeOuts: 5 * 4000,
  baseOnBalls: 2 * 4000,
})

function expectedIn(starters: LeagueStarts | null): Expected {
  const matchup = buildMatchup(pitcherInput(starts(10), {}, { starts: starters }), PITCHING)
  if (!matchup) throw new Error('no starts')
  return computeExpectedStart(matchup, PITCHING)
}

describe('withMean', () => {
  it('moves the distribution of outs to any expected length', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.5, max: 26, noNaN: true }), (target) => {
        const chances = withMean(PITCHING.full.outs, target)
        expect(mean(chances)).toBeCloseTo(target, 6)
        expect(chances.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  it('does not change a distribution that has the requested mean', () => {
    const fair = Array.from({ length: MOST_OUTS + 1 }, () => 1 / (MOST_OUTS + 1))
    for (const [outs, p] of withMean(fair, MOST_OUTS / 2).entries()) expect(p).toBeCloseTo(fair[outs] ?? 0, 9)
  })

  it('keeps complete innings more likely than their neighbours', () => {
    const chances = withMean(PITCHING.full.outs, 17)
    expect(chances[18]).toBeGreaterThan(2 * (chances[17] ?? 0))
    expect(chances[18]).toBeGreaterThan(2 * (chances[19] ?? 0))
  })
})

describe('dispersion of the length', () => {
  const atLength = (lengthening: number) => ({ ...expectedIn(null), lengthening })
  const outs = (lengthening: number) => computeOuting(atLength(lengthening), PITCHING, 'league').outs

  it('grows with the length of the league’s starts, at the same expected length', () => {
    const fitted = computeOuting(atLength(1.5), PITCHING, 'fitted').outs
    for (const [k, chance] of outs(0).entries()) expect(chance).toBeCloseTo(fitted[k] ?? 0, 6)
    expect(deviation(outs(1.5))).toBeGreaterThan(deviation(fitted) + 0.15)
    expect(deviation(outs(-1))).toBeLessThan(deviation(fitted) - 0.1)
    for (const lengthening of [-1, 1.5]) expect(mean(outs(lengthening))).toBeCloseTo(mean(fitted), 6)
  })

  it('changes the chances of outs and strikeouts only', () => {
    const changed = PITCHER_STATS.filter(
      (stat) =>
        JSON.stringify(statChances(stat, atLength(1.5), PITCHING)) !==
        JSON.stringify(statChances(stat, atLength(0), PITCHING)),
    )
    expect(changed).toEqual(['Pitcher Strikeouts', 'Pitching Outs'])
  })

  it('is that of the fitted seasons in a league of their length, or of unknown length', () => {
    expect(expectedIn(null).lengthening).toBe(0)
    expect(expectedIn(league(leagueOuts)).lengthening).toBeCloseTo(0, 9)
    expect(expectedIn(league(99)).lengthening).toBe(0)
  })

  it('follows the league’s starts of the season within bounds', () => {
    expect(expectedIn(league(leagueOuts + 1)).lengthening).toBeCloseTo(4000 / 4150, 9)
    expect(expectedIn(league(leagueOuts + 4)).lengthening).toBe(2)
    expect(expectedIn(league(leagueOuts - 3)).lengthening).toBe(-1)
  })
})
