import { describe, expect, it } from 'vitest'
import { BATTING } from '../fitted/batting.ts'
import { NO_TOTALS } from '../league/totals.ts'
import { leagueAppearances } from './league-appearances.ts'

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
