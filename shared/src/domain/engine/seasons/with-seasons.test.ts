import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withSeasons } from './with-seasons.ts'

describe('withSeasons', () => {
  it('leaves this season as it is where nothing else is known', () => {
    expect(withSeasons({ yes: 12, of: 80 }, 0.22, [])).toEqual({ yes: 12, of: 80 })
    const unplayed = { yes: 0, of: 0, leagueRate: 0.2, share: 0.8 }
    expect(withSeasons({ yes: 12, of: 80 }, 0.22, [unplayed])).toEqual({ yes: 12, of: 80 })
  })

  it('counts trials at their share, as they came where the league has not changed', () => {
    const { yes, of } = withSeasons({ yes: 12, of: 80 }, 0.22, [
      { yes: 100, of: 500, leagueRate: 0.22, share: 0.8 },
    ])
    expect(of).toBe(480)
    expect(yes).toBeCloseTo(92, 9)
  })

  it('takes an average season for an average one, however the league has changed', () => {
    const { yes, of } = withSeasons({ yes: 0, of: 0 }, 0.23, [
      { yes: 90, of: 500, leagueRate: 0.18, share: 0.6 },
    ])
    expect(yes / of).toBeCloseTo(0.23, 9)
  })

  it('never has more yeses than trials', () => {
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
