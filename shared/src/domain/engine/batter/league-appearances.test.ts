import { describe, expect, it } from 'vitest'
import { BATTING } from '../fitted/batting.ts'
import { NO_TOTALS } from '../league/totals.ts'
import { leagueAppearances } from './league-appearances.ts'

const { perGame } = BATTING.playingTime

describe('leagueAppearances', () => {
  it('gives every place its ninth of what clubs come up more often', () => {
    const games = 1e6
    const busy = { ...NO_TOTALS, games, plateAppearances: games * (perGame + 1.8) }
    expect(leagueAppearances(busy, BATTING)).toBeCloseTo(0.2, 3)
  })

  it.each([
    NO_TOTALS,
    { ...NO_TOTALS, games: 10, plateAppearances: 900 },
    { ...NO_TOTALS, games: Number.NaN, plateAppearances: 380 },
  ])('leaves the tables alone for totals that tell nothing', (totals) => {
    expect(leagueAppearances(totals, BATTING)).toBe(0)
  })
})
