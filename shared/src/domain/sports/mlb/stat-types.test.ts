import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findStatType,
  type HittingCounts,
  hitterFantasyScore,
  inningsFromOuts,
  isPitcherMarket,
  listStatNames,
  MLB_MARKETS,
  MLB_MENU,
  marketLabel,
  outsFromInnings,
  type PitchingCounts,
  pitcherFantasyScore,
} from './stat-types.ts'

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

const batter: HittingCounts = {
  hits: 3,
  doubles: 1,
  triples: 0,
  homeRuns: 1,
  runs: 2,
  rbi: 4,
  baseOnBalls: 1,
  hitByPitch: 0,
  stolenBases: 1,
  strikeOuts: 2,
}
const starter: PitchingCounts = { outs: 20, strikeOuts: 9, hits: 4, earnedRuns: 1, baseOnBalls: 2 }

const inThatGame = (name: string): number | null | undefined => {
  const stat = findStatType(name)
  if (stat?.group === 'pitching') return stat.value(starter)
  return stat?.group === 'hitting' ? stat.value(batter) : undefined
}

describe('counts that a source lacks', () => {
  const needing = (count: keyof HittingCounts): string[] =>
    listStatNames('hitting').filter((name) => {
      const stat = findStatType(name)
      return stat?.group === 'hitting' && stat.value({ ...batter, [count]: null }) === null
    })
  it.each([
    ['runs', ['Runs', 'Hits+Runs+RBIs', 'Hitter Fantasy Score']],
    ['rbi', ['RBIs', 'Hits+Runs+RBIs', 'Hitter Fantasy Score']],
    ['hitByPitch', ['Hitter Fantasy Score']],
    ['stolenBases', ['Hitter Fantasy Score', 'Stolen Bases']],
  ] as const)('without %s no value has exactly the markets that count them', (count, markets) => {
    expect(needing(count)).toEqual(markets)
  })
  it('leave the other values unchanged', () => {
    const stat = findStatType('Hits')
    expect(stat?.group === 'hitting' && stat.value({ ...batter, runs: null })).toBe(batter.hits)
  })
  it('without earned runs a start has no value of the markets that count them', () => {
    const lacking = listStatNames('pitching').filter((name) => {
      const stat = findStatType(name)
      return stat?.group === 'pitching' && stat.value({ ...starter, earnedRuns: null }) === null
    })
    expect(lacking).toEqual(['Pitcher Fantasy Score', 'Earned Runs Allowed'])
  })
})

describe('stat types', () => {
  it('N1: have ten menu entries, of which one has a short label', () => {
    expect(MLB_MENU).toHaveLength(10)
    expect(marketLabel('Hits+Runs+RBIs')).toBe('H+R+RBI')
    expect(marketLabel('Total Bases')).toBe('Total Bases')
  })

  it.each([
    ['Hits', 3],
    ['Home Runs', 1],
    ['Total Bases', 1 + 2 + 4],
    ['Runs', 2],
    ['RBIs', 4],
    ['Hits+Runs+RBIs', 9],
    ['H+R+RBI', 9],
    ['Hitter Fantasy Score', 3 + 5 + 10 + 4 + 8 + 2 + 5],
    ['Singles', 1],
    ['Doubles', 1],
    ['Walks', 1],
    ['Stolen Bases', 1],
    ['Hitter Strikeouts', 2],
    ['Pitcher Strikeouts', 9],
    ['Strikeouts', 9],
    ['Pitcher Fantasy Score', 27 - 3 + 20 + 4],
    ['Pitching Outs', 20],
    ['Hits Allowed', 4],
    ['Pitcher Hits Allowed', 4],
    ['Earned Runs Allowed', 1],
    ['Walks Allowed', 2],
  ])('N9: compute %s of a game as %d', (name, value) => {
    expect(inThatGame(name)).toBe(value)
  })

  it('exist for every category except All Stat Lines, and each has a board', () => {
    const unanswered = MLB_MARKETS.filter((category) => findStatType(category) === null)
    expect(unanswered).toEqual(['All Stat Lines'])
    expect(MLB_MENU.filter(isPitcherMarket)).toEqual(['Pitcher Strikeouts', 'Pitcher Fantasy Score'])
    expect(MLB_MARKETS).toHaveLength(1 + listStatNames('hitting').length + listStatNames('pitching').length)
  })

  it('do not exist for stats that no log contains', () => {
    expect(findStatType('1st Inning Runs Allowed')).toBeNull()
    expect(findStatType('constructor')).toBeNull()
  })
})

describe('innings pitched', () => {
  it.each([
    ['0.0', 0],
    ['0.1', 1],
    ['5.2', 17],
    ['6', 18],
    [6.1, 19],
    ['5.7', 17],
    ['9.25', 29],
  ])('N9: %s is %d outs, thirds capped at 2', (innings, outs) => {
    expect(outsFromInnings(innings)).toBe(outs)
  })

  it.each(['', '-', '-.--', '-1.1', 'five', Number.NaN])('N9: %s is refused', (innings) => {
    expect(outsFromInnings(innings)).toBeNull()
  })

  it('N9: are unchanged by a round trip through text', () => {
    fc.assert(
      fc.property(fc.nat(400), (outs) => {
        expect(outsFromInnings(inningsFromOuts(outs))).toBe(outs)
      }),
    )
  })
})
