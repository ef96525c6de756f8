import { expit, logit, type Step, seasonalTemperature, trialsOf } from '@propsight/shared/domain/engine'
import { fitShift, type ShiftRow } from '../fit-shift.ts'
import type { Case } from './case.ts'

/** Tight prior, because the data of one spring say little about the effect of a summer. */
const SEASONAL_TEMPERATURE_PRIOR = { mean: 0, sd: 0.03 }

/**
 * The fields of a case that the fit uses. A whole day is one observation, because all batters share the
 * weather.
 */
type DaysLeague = Pick<Case, 'row' | 'around'> & { readonly evidence: Pick<Case['evidence'], 'leagueRate'> }

/**
 * Fits the seasonal temperature effect of a step: how far the league's current rate differs from its season
 * totals.
 * @returns log-odds per unit of `seasonalTemperature`
 */
export function fitSeasonalTemperature(cases: readonly DaysLeague[], step: Step): number {
  const days = [...Map.groupBy(cases, ({ row }) => row.date).values()]
  const rows = days.flatMap((games): ShiftRow[] => {
    const [first] = games
    if (!first) return []
    const { leagueRate } = first.evidence
    const of = games.reduce((sum, { row }) => sum + trialsOf(row)[step].of, 0)
    const base = logit(leagueRate[step])
    const rate = first.around[step]
    return [
      {
        features: [seasonalTemperature(first.row.date)],
        seen: of * rate,
        expect: (shift) => {
          const chance = expit(base + shift)
          const variance = of * chance * (1 - chance)
          return { mean: of * chance, slope: variance, variance }
        },
      },
    ]
  })
  return fitShift(rows, [SEASONAL_TEMPERATURE_PRIOR])[0] ?? 0
}
