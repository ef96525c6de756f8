import { describe, expect, it } from 'vitest'
import type { BatterInput } from '../input.ts'
import { NO_TOTALS, RECENT_DAYS } from '../league-rates.ts'
import { batterInput } from '../testing/batter-input.ts'
import { LEAGUE } from '../testing/pitcher-input.ts'
import { seasonalTemperature } from '../weather.ts'
import { BATTING } from './constants.ts'
import { buildEvidence, leagueAppearances } from './evidence.ts'
import { STEPS } from './steps.ts'

const { perGame } = BATTING.playingTime

describe('leagueAppearances', () => {
  it('returns a ninth of the additional plate appearances of clubs', () => {
    const games = 1e6
    const busy = { ...NO_TOTALS, games, plateAppearances: games * (perGame + 1.8) }
    expect(leagueAppearances(busy, BATTING)).toBeCloseTo(0.2, 3)
  })

  it.each([
    NO_TOTALS,
    { ...NO_TOTALS, games: 10, plateAppearances: 900 },
    { ...NO_TOTALS, games: Number.NaN, plateAppearances: 380 },
  ])('returns zero for empty or invalid totals', (totals) => {
    expect(leagueAppearances(totals, BATTING)).toBe(0)
  })
})

const evidence = (input: BatterInput) => {
  const built = buildEvidence(input, BATTING)
  if (!built) throw new Error('no evidence')
  return built
}
/** A month with a higher strikeout rate than the season. */
const RECENT = { ...LEAGUE, strikeOuts: 1.3 * LEAGUE.strikeOuts }

describe('evidence of a batter', () => {
  it.each([
    { what: 'no recent league', recentBatting: null, summer: seasonalTemperature('2026-07-01') },
    {
      what: 'a recent league, which includes all of it but the last weeks',
      recentBatting: RECENT,
      summer: seasonalTemperature('2026-07-01', RECENT_DAYS),
    },
  ])('has the expected seasonal temperature effect with $what', ({ recentBatting, summer }) => {
    const { gameContext } = evidence(batterInput({}, { recentBatting }))
    for (const step of STEPS) expect(gameContext[step].seasonalTemperature).toBe(summer)
  })

  it('compares the player with the season and starts from the league of the last 30 days', () => {
    const season = evidence(batterInput())
    const late = evidence(batterInput({}, { recentBatting: RECENT }))
    expect(season.recentRate).toEqual(season.leagueRate)
    expect(late.leagueRate).toEqual(season.leagueRate)
    expect(late.shrunkRates).toEqual(season.shrunkRates)
    expect(late.recentRate.strikeOut).toBeGreaterThan(1.2 * season.leagueRate.strikeOut)
  })

  it('has a constant term of 1 in every step', () => {
    const { gameContext } = evidence(batterInput())
    for (const step of STEPS) expect(gameContext[step].always).toBe(1)
  })

  it('is null for a player without a plate appearance', () => {
    expect(buildEvidence(batterInput({ games: [] }), BATTING)).toBeNull()
  })
})
