import { describe, expect, it } from 'vitest'
import { BATTING } from '../fitted/batting.ts'
import type { BatterInput } from '../input.ts'
import { LEAGUE } from '../testing/pitcher-input.ts'
import { gather } from './evidence.ts'
import { STEPS } from './steps.ts'
import { batterInput } from '../testing/batter-input.ts'
import { warmth } from '../seasonal-temperature.ts'

const evidence = (input: BatterInput) => {
  const known = gather(input, BATTING)
  if (!known) throw new Error('no evidence')
  return known
}
/** A month with a higher strikeout rate than the season. */
const LATELY = { ...LEAGUE, strikeOuts: 1.3 * LEAGUE.strikeOuts }

describe('evidence of a batter', () => {
  it.each([
    { what: 'no recent league', lately: null, summer: warmth('2026-07-01') },
    { what: 'a recent league, which includes it', lately: LATELY, summer: 0 },
  ])('has the expected seasonal temperature effect with $what', ({ lately, summer }) => {
    const { tonight } = evidence(batterInput({}, { lately }))
    for (const step of STEPS) expect(tonight[step].warmth).toBe(summer)
  })

  it('compares the player with the season and starts from the league of the last 30 days', () => {
    const season = evidence(batterInput())
    const late = evidence(batterInput({}, { lately: LATELY }))
    expect(season.lateRate).toEqual(season.leagueRate)
    expect(late.leagueRate).toEqual(season.leagueRate)
    expect(late.settled).toEqual(season.settled)
    expect(late.lateRate.strikeOut).toBeGreaterThan(1.2 * season.leagueRate.strikeOut)
  })

  it('has a constant term of 1 in every step', () => {
    const { tonight } = evidence(batterInput())
    for (const step of STEPS) expect(tonight[step].always).toBe(1)
  })

  it('is null for a player without a plate appearance', () => {
    expect(gather(batterInput({ games: [] }), BATTING)).toBeNull()
  })
})
