import { describe, expect, it } from 'vitest'
import { chancesByEvent, type GameTotal } from './fit-scoring.ts'

describe('chancesByEvent', () => {
  it('separates the per-event effects when games report only their totals', () => {
    const games: GameTotal<'walk' | 'double'>[] = [
      ...Array.from({ length: 1000 }, (_, at) => ({
        counts: { walk: 1, double: 0 },
        total: at % 4 === 0 ? 1 : 0,
      })),
      ...Array.from({ length: 1000 }, (_, at) => ({ counts: { walk: 0, double: 1 }, total: at % 2 })),
      // Both events: probabilities of 1/4 and 1/2 give a total of 0, 1 and 2 in 3/8, 4/8 and 1/8 of the
      // games.
      ...Array.from({ length: 800 }, (_, at) => ({
        counts: { walk: 1, double: 1 },
        total: [0, 0, 0, 1, 1, 1, 1, 2][at % 8] ?? 0,
      })),
    ]
    const { walk, double } = chancesByEvent(games, ['walk', 'double'], 1)
    expect(walk[1]).toBeCloseTo(0.25, 2)
    expect(double[1]).toBeCloseTo(0.5, 2)
  })
})
