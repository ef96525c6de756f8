import { describe, expect, it } from 'vitest'
import { analyzePerformanceBody } from './ai-analysis.ts'

const line = {
  id: 'a',
  name: 'Bo Bat',
  team: 'NYY',
  position: 'OF',
  stats: '1.5 More Hits',
  line: 1.5,
  statType: 'Hits',
  opponent: null,
  homeAway: null,
  gameTime: null,
  oddsType: 'standard',
  gameId: null,
  combo: false,
  promo: false,
  regularLine: null,
}
const accepts = (changes: object) =>
  analyzePerformanceBody.safeParse({
    runId: '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d',
    extractedStats: [{ ...line, ...changes }],
    numPlayers: 1,
  }).success

describe('N4 lines of an analysis request', () => {
  it('are accepted from the board and from an image', () => {
    expect(accepts({})).toBe(true)
    expect(accepts({ gamePk: 77, gameId: 'MLB_game_20261546' })).toBe(true)
  })
  it.each(['id', 'name', 'team', 'position', 'stats', 'statType', 'opponent', 'gameTime', 'gameId'])(
    'are refused with a %s of more than 120 characters',
    (field) => {
      expect(accepts({ [field]: 'x'.repeat(120) })).toBe(true)
      expect(accepts({ [field]: 'x'.repeat(121) })).toBe(false)
    },
  )
  it('are refused with a negative line or a line over 1,000', () => {
    expect(accepts({ line: 1e308 })).toBe(false)
    expect(accepts({ line: -0.5 })).toBe(false)
  })
})
