import { describe, expect, it } from 'vitest'
import { lineOdds, meanOf } from '../../../../engine/forecast.ts'
import { listStatNames } from '../../stat-types.ts'
import type { BatterInput } from '../input.ts'
import { batterGame, batterInput } from '../testing/batter-input.ts'
import { batting, LEAGUE, start } from '../testing/pitcher-input.ts'
import { BATTING } from './constants.ts'
import { BATTER_STEPS } from './explanation-steps.ts'
import { explainBatterStats, forecastBatter } from './forecast-batter.ts'

const STATS = listStatNames('hitting')
const park = { single: 1.02, double: 1.1, triple: 1.3, homeRun: 1.064, strikeOut: 0.97, walk: 1.01 }
const starter = {
  throws: 'L' as const,
  games: [
    start({ outs: 17, earnedRuns: 4, strikeOuts: 3 }),
    start({ outs: 10, earnedRuns: 5, strikeOuts: 6 }),
    // A game on the day of the forecast must be ignored.
    start({ date: '2026-07-01', outs: 1, earnedRuns: 9, strikeOuts: 0 }),
  ],
}
const full = batterInput(
  {
    home: true,
    bats: 'R',
    slot: 3,
    games: Array.from({ length: 74 }, () => batterGame({ stolenBases: 1, baseOnBalls: 1 })),
    earlier: [
      { season: 2025, own: batting(150), league: LEAGUE },
      { season: 2019, own: batting(150), league: LEAGUE },
    ],
    club: batting(80, { runs: 400 }),
    opposingStaff: batting(80, { runs: 312 }),
    opposingStarter: starter,
  },
  { park, recentBatting: batting(800) },
)

function explained(input: BatterInput, stats: readonly string[] = STATS) {
  const result = explainBatterStats(input, stats)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const notesOf = (input: BatterInput, stat = 'Hits') =>
  Object.fromEntries((explained(input, [stat])[0]?.steps ?? []).map(({ factor, note }) => [factor, note]))

describe('N12 explainBatterStats', () => {
  it.each([
    { what: 'complete input', input: full },
    { what: 'minimal input', input: batterInput({ slot: null, bats: null }) },
    { what: 'season totals only', input: { ...full, setting: { ...full.setting, recentBatting: null } } },
  ])('ends at exactly the forecast of every stat, with $what', ({ input }) => {
    const forecast = forecastBatter(input, STATS)
    if (!forecast.ok) throw new Error(forecast.reason)
    expect(STATS.length).toBeGreaterThan(11)
    expect(explained(input).map(({ stat, steps }) => [stat, steps.at(-1)?.distribution])).toEqual(
      forecast.value.map(({ stat, distribution }) => [stat, distribution]),
    )
  })

  it('has the same steps for every stat, each a distribution', () => {
    for (const { stat, steps } of explained(full)) {
      expect(steps.map(({ factor }) => factor)).toEqual([...BATTER_STEPS])
      for (const { distribution } of steps) {
        expect(distribution.atLeast[0], stat).toBe(1)
        expect([...distribution.atLeast], stat).toEqual(distribution.atLeast.toSorted((a, b) => b - a))
      }
    }
  })

  it('returns the same explanations for several stats as for each alone', () => {
    expect(explained(full)).toEqual(STATS.flatMap((stat) => explained(full, [stat])))
  })

  it('starts from the same average batter for every player', () => {
    const first = (input: BatterInput) =>
      explained(input, ['Stolen Bases'])[0]
        ?.steps.slice(0, 2)
        .map((step) => meanOf(step.distribution)) ?? []
    const slow = { ...full, games: full.games.map((game) => ({ ...game, stolenBases: 0 })) }
    expect(first(slow)[0]).toBe(first(full)[0])
    expect(first(slow)[1]).toBeLessThan(first(full)[1] ?? 0)
  })

  it('has notes with figures from the input', () => {
    expect(notesOf(full)).toEqual({
      'average batter': 'the league of the last 30 days',
      'own record': 'this season, 296 plate appearances in 74 games, 1 earlier season counted in',
      'place in the order': 'bats third',
      'home or away': 'home',
      'own club': 'scores 5.00 runs a game, the league 4.70',
      // 9 earned runs and 9 strikeouts in 27 outs.
      'opposing starter': 'left-hander, ERA 9.00, 9.0 strikeouts per 9 innings',
      "starter's hand": 'a right-handed batter against a left-hander',
      'opposing staff': 'allows 3.90 runs a game, the league 4.70',
      park: 'park 1.02 for singles, 1.06 for home runs',
      'time of year': 'nothing: the last 30 days are in it from the start',
    })
    expect(notesOf(full, 'Home Runs').park).toBe('park 1.06 for home runs')
    expect(notesOf(full, 'Hitter Strikeouts').park).toBe('park 0.97 for strikeouts')
  })

  it('has notes without figures when the input lacks them', () => {
    const none = batterInput({ slot: null, bats: null, games: [batterGame({ slot: null, started: null })] })
    expect(notesOf(none)).toEqual({
      'average batter': 'the league of this season',
      'own record': 'this season, 4 plate appearances in 1 game',
      'place in the order': 'no order announced',
      'home or away': 'away',
      'own club': null,
      'opposing starter': 'not announced',
      "starter's hand": null,
      'opposing staff': null,
      park: 'not known: taken for an average park',
      'time of year': 'warmer than the season so far',
    })
    expect(notesOf(batterInput({ slot: null }))['place in the order']).toBe(
      'no order announced; of late mostly fourth',
    )
    expect(notesOf(batterInput({ opposingStarter: { throws: null, games: [] } }))['opposing starter']).toBe(
      'no innings this season',
    )
  })

  it.each([
    { stats: ['Hits', 'Pitching Outs'], input: full, reason: 'unknown stat' },
    { stats: ['Hits'], input: { ...full, games: [] }, reason: 'no games' },
  ])('refuses: $reason', ({ stats, input, reason }) => {
    expect(explainBatterStats(input, stats)).toEqual({ ok: false, reason })
  })
})

const { plateAppearances: _, ...rates } = BATTING.league.rates
const input = batterInput(
  {
    games: Array.from({ length: 28 }, (_game, at) =>
      batterGame({
        date: `2026-05-${String(at + 1).padStart(2, '0')}`,
        hits: 2,
        runs: 1,
        rbi: 1,
        strikeOuts: 0,
      }),
    ),
    opposingStarter: { throws: 'L', games: [] },
  },
  {
    date: '2026-06-15',
    league: { games: 2000, ...rates, plateAppearances: 0 },
    park: { single: 1.16, double: 1.2, triple: 2, homeRun: 1.05, strikeOut: 0.9, walk: 1 },
  },
)

it('starts at an average batter and ends at the forecast', () => {
  const [hits] = explained(input, ['Hits'])
  const over = Object.fromEntries(
    (hits?.steps ?? []).map(({ factor, distribution }) => [factor, lineOdds(distribution, 1.5).over]),
  )
  expect(hits?.steps[0]?.factor).toBe('average batter')
  expect(over['own record']).toBeGreaterThan(over['average batter'] ?? 1)
  expect(over.park).toBeGreaterThan(over['opposing staff'] ?? 1)
})
