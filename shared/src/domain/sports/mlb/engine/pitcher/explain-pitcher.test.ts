import { describe, expect, it } from 'vitest'
import type { PitcherInput, PitchingTotals } from '../input.ts'
import { batting, LEAGUE, pitcherInput, start, starts } from '../testing/pitcher-input.ts'
import { PITCHER_STEPS } from './explanation-steps.ts'
import { explainPitcherStats, forecastPitcher } from './forecast-pitcher.ts'
import { PITCHER_STATS } from './stat-chances.ts'

const park = { single: 1.02, double: 1.1, triple: 1.3, homeRun: 1.064, strikeOut: 0.97, walk: 1.01 }
const season = (games: number): PitchingTotals => ({
  games: 32,
  starts: games,
  battersFaced: 780,
  hits: 170,
  homeRuns: 25,
  earnedRuns: 85,
  baseOnBalls: 60,
  hitByPitch: 8,
  strikeOuts: 180,
})
const full = pitcherInput(
  starts(4, { outs: 18, strikeOuts: 8, baseOnBalls: 2, hits: 5, earnedRuns: 2 }),
  {
    opponent: batting(80, { strikeOuts: 760, runs: 400 }),
    earlier: [
      { season: 2025, own: season(32), league: LEAGUE },
      // A season in relief: it does not count for a start.
      { season: 2024, own: season(3), league: LEAGUE },
    ],
  },
  { park, recentBatting: batting(800) },
)

function explained(input: PitcherInput, stats: readonly string[] = PITCHER_STATS) {
  const result = explainPitcherStats(input, stats)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const notesOf = (input: PitcherInput, stat = 'Strikeouts') =>
  Object.fromEntries((explained(input, [stat])[0]?.steps ?? []).map(({ factor, note }) => [factor, note]))

describe('N12 explainPitcherStats', () => {
  it.each([
    { what: 'complete input', input: full },
    { what: 'minimal input', input: pitcherInput([start()], { opponent: null, throws: null }) },
  ])('ends at exactly the forecast of every stat, with $what', ({ input }) => {
    const forecast = forecastPitcher(input, PITCHER_STATS)
    if (!forecast.ok) throw new Error(forecast.reason)
    expect(explained(input).map(({ stat, steps }) => [stat, steps.at(-1)?.distribution])).toEqual(
      forecast.value.map(({ stat, distribution }) => [stat, distribution]),
    )
  })

  it('returns the same explanations, with the same steps, for several stats as for each alone', () => {
    const all = explained(full)
    expect(all).toEqual(PITCHER_STATS.flatMap((stat) => explained(full, [stat])))
    for (const { steps } of all) expect(steps.map(({ factor }) => factor)).toEqual([...PITCHER_STEPS])
  })

  it('has notes with figures from the input', () => {
    expect(notesOf(full)).toEqual({
      'usual starter': 'the league of the last 30 days',
      'start length': '4 starts of 18.0 outs on average, the last 5 days ago',
      'own rates':
        '12.0 strikeouts, 3.0 walks and 7.5 hits per 9 innings as a starter, ERA 3.00, 1 earlier season counted in',
      // 760 of 3,040 plate appearances; 8.7 of 38 per game.
      opponent: 'strikes out in 25.0% of plate appearances, the league in 22.9%',
      park: 'park 0.97 for strikeouts',
      home: 'home',
      'time of year': 'nothing: the last 30 days are in it from the start',
    })
    expect(notesOf(full, 'Earned Runs Allowed').opponent).toBe('scores 5.00 runs a game, the league 4.70')
    expect(notesOf(full, 'Pitching Outs').park).toBeNull()
  })

  it('has notes without figures when the input lacks them', () => {
    const once = start({ outs: 0, date: '2026-07-01' })
    const relief = start({ started: false, outs: 3, date: '2026-07-01' })
    const notes = notesOf(pitcherInput([once, relief], { opponent: null, home: false }))
    expect(notes).toEqual({
      'usual starter': 'the league of this season',
      'start length': '1 start of 0.0 outs on average, the last 1 day ago, in relief since',
      'own rates': 'no outs as a starter',
      opponent: null,
      park: 'not known: taken for an average park',
      home: 'away',
      'time of year': 'warmer than the season so far',
    })
  })

  it.each([
    { stats: ['Strikeouts', 'Hits'], input: full, reason: 'unknown stat' },
    { stats: ['Strikeouts'], input: pitcherInput([]), reason: 'no starts' },
  ])('refuses: $reason', ({ stats, input, reason }) => {
    expect(explainPitcherStats(input, stats)).toEqual({ ok: false, reason })
  })
})
