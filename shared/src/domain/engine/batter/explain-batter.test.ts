import { describe, expect, it } from 'vitest'
import { lineOdds } from '../distribution.ts'
import { BATTING } from '../fitted/batting.ts'
import { explainBatter } from './explain-batter.ts'
import { forecastBatter } from './forecast-batter.ts'
import { batterGame, batterInput } from '../testing/batter-input.ts'

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

describe('explainBatter', () => {
  it('starts at an average batter and ends at the forecast', () => {
    const steps = explainBatter(input, 'Hits', 1.5)
    const forecast = forecastBatter(input, ['Hits'])
    if (!steps.ok || !forecast.ok) throw new Error('refused')
    const over = Object.fromEntries(steps.value.map((step) => [step.factor, step.over]))
    expect(steps.value[0]?.factor).toBe('average batter')
    expect(over['his record']).toBeGreaterThan(over['average batter'] ?? 1)
    expect(over.park).toBeGreaterThan(over['opposing staff'] ?? 1)
    const [hits] = forecast.value
    expect(hits && lineOdds(hits.distribution, 1.5).over).toBe(steps.value.at(-1)?.over)
  })

  it.each([
    { stat: 'Hits', line: Number.NaN, reason: 'line is not a number' },
    { stat: 'Hits', line: -0.5, reason: 'line is negative' },
    { stat: 'Pitching Outs', line: 0.5, reason: 'unknown stat' },
  ])('refuses $stat at $line: $reason', ({ stat, line, reason }) => {
    expect(explainBatter(input, stat, line)).toEqual({ ok: false, reason })
  })

  it('refuses a batter without games', () => {
    expect(explainBatter({ ...input, games: [] }, 'Hits', 0.5)).toEqual({ ok: false, reason: 'no games' })
  })
})
