import { describe, expect, it } from 'vitest'
import { BATTING } from '../fitted/batting.ts'
import type { BatterInput } from '../input.ts'
import { LEAGUE } from '../pitcher/testing/pitcher-input.ts'
import { gather } from './evidence.ts'
import { STEPS } from './steps.ts'
import { batterInput } from './testing/batter-input.ts'
import { warmth } from './warmth.ts'

const evidence = (input: BatterInput) => {
  const known = gather(input, BATTING)
  if (!known) throw new Error('no evidence')
  return known
}
/** A month of a league that strikes out far oftener than the season's. */
const LATELY = { ...LEAGUE, strikeOuts: 1.3 * LEAGUE.strikeOuts }

describe('gather', () => {
  it.each([
    { what: 'no weeks', lately: null, summer: warmth('2026-07-01') },
    { what: 'the last weeks, which were as warm', lately: LATELY, summer: 0 },
  ])('looks at the time of the year beside $what', ({ lately, summer }) => {
    const { tonight } = evidence(batterInput({}, { lately }))
    for (const step of STEPS) expect(tonight[step].warmth).toBe(summer)
  })

  it('holds a record against the season, and begins tonight at the last weeks', () => {
    const season = evidence(batterInput())
    const late = evidence(batterInput({}, { lately: LATELY }))
    expect(season.lateRate).toEqual(season.leagueRate)
    expect(late.leagueRate).toEqual(season.leagueRate)
    expect(late.settled).toEqual(season.settled)
    expect(late.lateRate.strikeOut).toBeGreaterThan(1.2 * season.leagueRate.strikeOut)
  })

  it('counts what always holds in every step', () => {
    const { tonight } = evidence(batterInput())
    for (const step of STEPS) expect(tonight[step].always).toBe(1)
  })

  it('knows nothing of a man without a plate appearance', () => {
    expect(gather(batterInput({ games: [] }), BATTING)).toBeNull()
  })
})
