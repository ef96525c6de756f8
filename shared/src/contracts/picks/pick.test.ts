import { describe, expect, it } from 'vitest'
import { pickSchema } from './pick.ts'

/** A pick saved before the engine existed, without a forecast. */
const BEFORE = {
  id: 'pick_1752850000000_abc123',
  playerName: 'Mateo Villareal',
  sport: 'MLB',
  confidence: null,
  projectedStatLine: '2.4 Total Bases, average of the last 10',
  extractedStatLine: null,
  originalStats: '1.5 More Total Bases',
  bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
  defensiveAnalysis: null,
  injuryImpact: null,
  recentForm: null,
  overHitPercentage: 80,
  reasoning: 'Over in 8 of the last 10.',
  createdAt: '2026-07-18T16:00:00Z',
  expiresAt: '2026-07-19T12:00:00Z',
  statType: 'Total Bases',
  oddsType: 'standard',
  team: 'SEA',
  opponent: 'TEX',
  homeAway: 'HOME',
  gameTime: null,
  gameId: null,
  personId: 1,
  sample: { window: 10, over: 8, under: 2, push: 0 },
  games: [],
  source: 'sample',
  unavailable: { confidence: 'There is no probability engine yet.' },
}

describe('P1: pick schema', () => {
  it('accepts a pick saved before the engine existed', () => {
    expect(pickSchema.parse(BEFORE)).toEqual(BEFORE)
  })

  it('keeps the forecast of the engine', () => {
    const forecast = { low: 57, high: 69, push: 0, fairLine: 2.1, engine: null }
    expect(pickSchema.parse({ ...BEFORE, confidence: 63, forecast })).toMatchObject({
      confidence: 63,
      forecast,
    })
  })

  it.each([
    ['a probability over 100', { low: 57, high: 101, push: 0, fairLine: 2.1, engine: null }],
    ['a NaN probability', { low: Number.NaN, high: 69, push: 0, fairLine: 2.1, engine: null }],
  ])('refuses a pick with %s', (_, forecast) => {
    expect(pickSchema.safeParse({ ...BEFORE, forecast }).success).toBe(false)
  })
})
