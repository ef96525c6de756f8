import { describe, expect, it } from 'vitest'
import { hitterFantasyScore, pitcherFantasyScore } from './fantasy-score.ts'

const none = {
  hits: 0,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  stolenBases: 0,
}

describe('fantasy scores', () => {
  it.each([
    ['a single', { hits: 1 }, 3],
    ['a double', { hits: 1, doubles: 1 }, 5],
    ['a triple', { hits: 1, triples: 1 }, 8],
    ['a home run', { hits: 1, homeRuns: 1 }, 10],
    ['a run', { runs: 1 }, 2],
    ['a run batted in', { rbi: 1 }, 2],
    ['a walk', { baseOnBalls: 1 }, 2],
    ['a hit by pitch', { hitByPitch: 1 }, 2],
    ['a stolen base', { stolenBases: 1 }, 5],
    ['a solo home run', { hits: 1, homeRuns: 1, runs: 1, rbi: 1 }, 14],
  ])('N9: sum the points of a batter for %s', (_what, game, points) => {
    expect(hitterFantasyScore({ ...none, ...game })).toBe(points)
  })

  it.each([
    ['three strikeouts in an inning', { outs: 3, strikeOuts: 3, earnedRuns: 0 }, 12],
    ['six innings, three earned runs: the four points', { outs: 18, strikeOuts: 5, earnedRuns: 3 }, 28],
    ['five and two thirds: no points for length', { outs: 17, strikeOuts: 5, earnedRuns: 3 }, 23],
    ['six innings, four earned runs: no points for length', { outs: 18, strikeOuts: 5, earnedRuns: 4 }, 21],
    ['one out and six earned runs', { outs: 1, strikeOuts: 0, earnedRuns: 6 }, -17],
  ])('N9: sum the points of a pitcher for %s', (_what, game, points) => {
    expect(pitcherFantasyScore(game)).toBe(points)
  })
})
