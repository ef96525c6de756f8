import {
  expit,
  GAME_CONTEXT_FACTORS,
  type GameContextFactor,
  KINDS,
  type Kind,
  logit,
  type PerStep,
  perStep,
  type Step,
  type StepConstants,
  seasonalTemperature,
  shrinkTrials,
  trialsOf,
} from '@propsight/shared/domain/engine'
import { fitShift, type ShiftRow, type WeightPrior } from '../fit-shift.ts'
import type { BattingCase } from './samples.ts'

/** Tight prior, because the data of one spring say little about the effect of a summer. */
const SEASONAL_TEMPERATURE_PRIOR = { mean: 0, sd: 0.03 }

/**
 * The fields of a case that the fit uses. A whole day is one observation, because all batters share the
 * weather.
 */
type DaysLeague = Pick<BattingCase, 'row' | 'currentRates'> & {
  readonly evidence: Pick<BattingCase['evidence'], 'leagueRate'>
}

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
    const rate = first.currentRates[step]
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

/** Tried strengths of a step's prior, in trials. */
const STRENGTHS = [15, 20, 28, 40, 55, 75, 100, 140, 200, 280, 400, 550, 750, 1000, 1400]

const KIND_PRIOR: Readonly<Record<Kind, WeightPrior>> = {
  any: { mean: 0, sd: 0.2 },
  usualSlot: { mean: 0, sd: 0.15 },
  heartOfOrder: { mean: 0, sd: 0.2 },
  announcedSlot: { mean: 0, sd: 0.1 },
  startShare: { mean: 0, sd: 0.3 },
  strikeOut: { mean: 0, sd: 0.2 },
  walk: { mean: 0, sd: 0.2 },
  homeRun: { mean: 0, sd: 0.2 },
  hit: { mean: 0, sd: 0.2 },
  extraBase: { mean: 0, sd: 0.2 },
}

/** Fixes a weight at 0. `fitSeasonalTemperature` fits this one on whole days instead. */
const FIXED_AT_ZERO: WeightPrior = { mean: 0, sd: 1e-4 }

const OTHER_RATES = { strikeOut: 1, walk: 1, hit: 1 }

function kindPrior(name: Kind, step: Step): WeightPrior {
  // The batter's own rate in this step is already part of the prior's update.
  if (name === step) return { mean: 0, sd: 1e-4 }
  // Clubs place power hitters in the middle of the order, and the other rates say little about home runs.
  if (step === 'homeRun' && name === 'usualSlot') return { mean: -0.25, sd: 0.07 }
  if (step === 'homeRun' && name in OTHER_RATES) return { mean: 0, sd: 0.12 }
  return KIND_PRIOR[name]
}

/** Share of batters that the starter faces; relievers face the rest. Priors of cross effects have mean 0. */
const FACED_BY_STARTER = 0.6
const OWN_FIELD: Readonly<Partial<Record<GameContextFactor, Step>>> = {
  starterStrikeOut: 'strikeOut',
  starterWalk: 'walk',
  starterContact: 'hit',
}

function gameContextPrior(name: GameContextFactor, step: Step): WeightPrior {
  if (name === 'home') return { mean: 0, sd: 0.05 }
  if (name === 'seasonalTemperature') return FIXED_AT_ZERO
  if (name === 'always') return { mean: 0, sd: 0.05 }
  if (name === 'staff') return { mean: 0.3, sd: 0.2 }
  if (name === 'park') return { mean: 0.95, sd: 0.15 }
  if (name in OWN_FIELD) return { mean: OWN_FIELD[name] === step ? FACED_BY_STARTER : 0, sd: 0.15 }
  return { mean: 0, sd: 0.08 }
}

const logLikelihood = (
  rows: readonly ShiftRow[],
  of: readonly number[],
  weights: readonly number[],
): number => {
  let sum = 0
  for (const [at, { features, seen, expect }] of rows.entries()) {
    const trials = of[at] ?? 0
    if (trials <= 0) continue
    const shift = features.reduce((total, x, i) => total + x * (weights[i] ?? 0), 0)
    const chance = expect(shift).mean / trials
    sum += seen * Math.log(chance) + (trials - seen) * Math.log(1 - chance)
  }
  return sum
}

/** Fits one step: the weights of maximum likelihood for each tried strength, then the best strength. */
function fitStep(cases: readonly BattingCase[], step: Step): StepConstants {
  const priors = [
    ...KINDS.map((name) => kindPrior(name, step)),
    ...GAME_CONTEXT_FACTORS.map((name) => gameContextPrior(name, step)),
  ]
  const reached = cases.flatMap(({ evidence, row, currentRates }) => {
    const trials = trialsOf(row)[step]
    return trials.of > 0
      ? [{ evidence, trials, own: trialsOf(evidence.own)[step], now: currentRates[step] }]
      : []
  })
  const of = reached.map(({ trials }) => trials.of)
  let best: { value: number; strength: number; weights: number[] } | null = null
  for (const strength of STRENGTHS) {
    const rows = reached.map(({ evidence, trials, own, now }): ShiftRow => {
      const rate = evidence.leagueRate[step]
      const shrunkRates = shrinkTrials(own, rate, strength)
      const base = logit(now) + shrunkRates.against
      return {
        features: [
          ...KINDS.map((name) => shrunkRates.weight * evidence.kind[name]),
          ...GAME_CONTEXT_FACTORS.map((name) => evidence.gameContext[step][name]),
        ],
        seen: trials.yes,
        expect: (shift) => {
          const chance = expit(base + shift)
          const variance = trials.of * chance * (1 - chance)
          return { mean: trials.of * chance, slope: variance, variance }
        },
      }
    })
    const weights = fitShift(rows, priors)
    const value = logLikelihood(rows, of, weights)
    if (!best || value > best.value) best = { value, strength, weights }
    else if (value < best.value - 8) break
  }
  const weights = best?.weights ?? []
  const named = <N extends string>(names: readonly N[], from: number): Record<N, number> =>
    Object.fromEntries(names.map((name, at) => [name, weights[from + at] ?? 0])) as Record<N, number>
  return {
    strength: best?.strength ?? 0,
    kind: { ...named(KINDS, 0), ...(KINDS.includes(step as Kind) ? { [step]: 0 } : {}) },
    gameContext: {
      ...named(GAME_CONTEXT_FACTORS, KINDS.length),
      seasonalTemperature: fitSeasonalTemperature(cases, step),
    },
  }
}

/** Fits the strength and the weights of every step of a batter's rates. */
export const fitSteps = (cases: readonly BattingCase[]): PerStep<StepConstants> =>
  perStep((step) => fitStep(cases, step))
