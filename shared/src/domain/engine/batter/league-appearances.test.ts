import { describe, expect, it } from 'vitest'
import { BATTING } from '../fitted/batting.ts'
import { leagueAppearances } from './league-appearances.ts'

const NONE = {
  games: 0,
  plateAppearances: 0,
  hits: 0,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  strikeOuts: 0,
  stolenBases: 0,
}
const { perGame } = BATTING.playingTime

describe('leagueAppearances', () => {
  it('gives every place its ninth of what clubs come up more often', () => {
    const games = 1e6
    const busy = { ...NONE, games, plateAppearances: games * (perGame + 1.8) }
    expect(leagueAppearances(busy, BATTING)).toBeCloseTo(0.2, 3)
  })

  it.each([
    { ...NONE },
    { ...NONE, games: 10, plateAppearances: 900 },
    { ...NONE, games: Number.NaN, plateAppearances: 380 },
  ])('leaves the tables alone for totals that tell nothing', (totals) => {
    expect(leagueAppearances(totals, BATTING)).toBe(0)
  })
})
