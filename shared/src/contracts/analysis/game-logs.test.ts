import { describe, expect, it } from 'vitest'
import { gameLogRecordSchema } from './game-logs.ts'

const player = {
  type: 'player',
  name: 'Bo Bat',
  team: 'NYY',
  group: 'hitting',
  personId: 1,
  fullName: 'Bo Bat',
  position: '2B',
  batSide: 'R',
  pitchHand: null,
  games: [],
}
const distribution = { least: 0, atLeast: [1, 0.6, 0.2] }

describe('game log record', () => {
  it('is valid without forecasts', () => {
    expect(gameLogRecordSchema.parse(player)).toEqual(player)
  })
  it('is valid with unknown fields and an unknown reason for missing forecasts', () => {
    const record = { ...player, forecastMissing: 'reason of a newer API', unknownField: 1 }
    expect(gameLogRecordSchema.parse(record)).toEqual({ ...player, forecastMissing: 'reason of a newer API' })
  })
  it('is invalid when a forecast contains anything but probabilities', () => {
    const forecast = { stat: 'Hits', distribution, low: distribution, high: distribution, mean: 0.8 }
    expect(gameLogRecordSchema.safeParse({ ...player, forecasts: [forecast] }).success).toBe(true)
    for (const atLeast of [[1, 1.2], [], [1, Number.NaN], ['1']]) {
      const bad = { ...forecast, distribution: { least: 0, atLeast } }
      expect(gameLogRecordSchema.safeParse({ ...player, forecasts: [bad] }).success).toBe(false)
    }
  })
  it('contains the parsed games themselves, and is invalid with a single wrong count or date', () => {
    const game = {
      date: '2026-07-04',
      gamePk: 9,
      opponent: 'BOS',
      homeAway: 'HOME',
      plateAppearances: 4,
      atBats: 4,
      hits: 1,
      doubles: 0,
      triples: 0,
      homeRuns: 0,
      runs: null,
      rbi: 1,
      baseOnBalls: 0,
      hitByPitch: null,
      stolenBases: 0,
      strikeOuts: 1,
    }
    const record = { ...player, games: [game, game] }
    const parsed = gameLogRecordSchema.parse(record)
    expect(parsed.type === 'player' && parsed.games).toBe(record.games)
    for (const wrong of [
      { hits: -1 },
      { hits: 1.5 },
      { hits: null },
      { rbi: '1' },
      { date: '2026-02-30' },
      { gamePk: Number.NaN },
      { opponent: null },
      { homeAway: 'home' },
    ]) {
      const games = [game, { ...game, ...wrong }]
      expect(gameLogRecordSchema.safeParse({ ...player, games }).success, JSON.stringify(wrong)).toBe(false)
    }
  })
})
