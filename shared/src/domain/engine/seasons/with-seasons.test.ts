import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withSeasons } from './with-seasons.ts'

describe('withSeasons', () => {
  it('returns the current season when no other has trials', () => {
    expect(withSeasons({ yes: 12, of: 80 }, 0.22, [])).toEqual({ yes: 12, of: 80 })
    const unplayed = { yes: 0, of: 0, leagueRate: 0.2, share: 0.8 }
    expect(withSeasons({ yes: 12, of: 80 }, 0.22, [unplayed])).toEqual({ yes: 12, of: 80 })
  })

  it('adds trials at their share, unchanged when the league rate is the same', () => {
    const { yes, of } = withSeasons({ yes: 12, of: 80 }, 0.22, [
      { yes: 100, of: 500, leagueRate: 0.22, share: 0.8 },
    ])
    expect(of).toBe(480)
    expect(yes).toBeCloseTo(92, 9)
  })

  it('maps an average season to an average one for a changed league rate', () => {
    const { yes, of } = withSeasons({ yes: 0, of: 0 }, 0.23, [
      { yes: 90, of: 500, leagueRate: 0.18, share: 0.6 },
    ])
    expect(yes / of).toBeCloseTo(0.23, 9)
  })

  it('returns at most as many successes as trials', () => {
    const rate = fc.double({ min: 0.001, max: 0.999, noNaN: true })
    const trials = fc
      .tuple(fc.nat(700), fc.nat(700))
      .map(([a, b]) => ({ yes: Math.min(a, b), of: Math.max(a, b) }))
    fc.assert(
      fc.property(trials, trials, rate, rate, (now, then, leagueRate, thatRate) => {
        const { yes, of } = withSeasons(now, leagueRate, [{ ...then, leagueRate: thatRate, share: 0.8 }])
        expect(yes).toBeGreaterThanOrEqual(0)
        expect(yes).toBeLessThanOrEqual(of + 1e-9)
      }),
    )
  })
})
