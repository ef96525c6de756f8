import {
  expit,
  GAME_CONTEXT_FACTORS,
  type GameContextFactor,
  KINDS,
  type Kind,
  logit,
  type PerStep,
  STEPS,
  type Step,
  type StepConstants,
  seasonalTemperature,
  shrinkTrials,
  trialsOf,
} from '@propsight/shared/domain/engine'
import { tallyOf } from '../../read/season.ts'
import { fitShift, type ShiftRow, type WeightPrior, weigh } from '../generalised-linear.ts'
import type { BattingCase } from './step-table.ts'
import { StepTable } from './step-table.ts'

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
    const of = games.reduce((sum, { row }) => sum + trialsOf(tallyOf(row))[step].of, 0)
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

/** Tried weights of a trial of the last season. */
const MEMORIES = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
/** The published weight of the last season (Marcel) is the prior, as loose as the seasons differ. */
const MEMORY_PRIOR = { mean: 0.7, sd: 0.2 }
/**
 * Strength and memory are searched on at most this many cases, spread evenly; the weights are fitted on all. The
 * likelihood is that of these cases, so the prior of the memory counts more than with all of them.
 */
const MOST_SEARCHED = 20_000

const priorsOf = (step: Step): readonly WeightPrior[] => [
  ...KINDS.map((name) => kindPrior(name, step)),
  ...GAME_CONTEXT_FACTORS.map((name) => gameContextPrior(name, step)),
]

interface Shrinkage {
  readonly strength: number
  readonly memory: number
}

/** The rows of a fit: every `every`th case. */
const shiftRows = (table: StepTable, { strength, memory }: Shrinkage, every: number): ShiftRow[] =>
  Array.from({ length: Math.ceil(table.rows / every) }, (_, index) => {
    const at = index * every
    const rate = table.number(at, 'leagueRate')
    const shrunk = shrinkTrials(table.record(at, memory), rate, strength)
    const base = logit(table.number(at, 'now')) + shrunk.against
    const trials = table.number(at, 'trials')
    return {
      features: table.features(at, shrunk.weight),
      seen: table.number(at, 'seen'),
      expect: (shift) => {
        const chance = expit(base + shift)
        const variance = trials * chance * (1 - chance)
        return { mean: trials * chance, slope: variance, variance }
      },
    }
  })

/** Logarithm of the likelihood of the weights, up to a constant. */
function logLikelihood(
  table: StepTable,
  rows: readonly ShiftRow[],
  every: number,
  weights: readonly number[],
): number {
  let sum = 0
  for (const [index, { features, seen, expect }] of rows.entries()) {
    const trials = table.number(index * every, 'trials')
    const chance = expect(weigh(features, weights)).mean / trials
    sum += seen * Math.log(chance) + (trials - seen) * Math.log(1 - chance)
  }
  return sum
}

/** The best of several tries; `value` is unimodal in them, so a search stops after two worse ones. */
function findBest<T>(tries: readonly T[], value: (tried: T) => number, start: T): T {
  let best = { tried: start, value: value(start) }
  const climb = (some: readonly T[]): void => {
    let worse = 0
    for (const tried of some) {
      const next = value(tried)
      if (next > best.value) {
        best = { tried, value: next }
        worse = 0
      } else if (++worse >= 2) return
    }
  }
  const at = tries.indexOf(start)
  climb(tries.slice(at + 1))
  climb(tries.slice(0, Math.max(0, at)).toReversed())
  return best.tried
}

const nearest = (tries: readonly number[], wanted: number): number =>
  tries.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best))

/** Fits strength and memory of one step in turn, and then its weights. */
function fitStep(table: StepTable, start: Shrinkage, days: readonly DaysLeague[]): StepConstants {
  const { step } = table
  const priors = priorsOf(step)
  const every = Math.max(1, Math.ceil(table.rows / MOST_SEARCHED))
  const value = (shrinkage: Shrinkage): number => {
    const rows = shiftRows(table, shrinkage, every)
    const off = (shrinkage.memory - MEMORY_PRIOR.mean) / MEMORY_PRIOR.sd
    return logLikelihood(table, rows, every, fitShift(rows, priors)) - 0.5 * off * off
  }
  let found = { strength: nearest(STRENGTHS, start.strength), memory: nearest(MEMORIES, start.memory) }
  found = {
    ...found,
    strength: findBest(STRENGTHS, (strength) => value({ ...found, strength }), found.strength),
  }
  found = { ...found, memory: findBest(MEMORIES, (memory) => value({ ...found, memory }), found.memory) }
  const weights = fitShift(shiftRows(table, found, 1), priors)
  const named = <N extends string>(names: readonly N[], from: number): Record<N, number> =>
    Object.fromEntries(names.map((name, at) => [name, weights[from + at] ?? 0])) as Record<N, number>
  return {
    ...found,
    kind: { ...named(KINDS, 0), ...(KINDS.includes(step as Kind) ? { [step]: 0 } : {}) },
    gameContext: {
      ...named(GAME_CONTEXT_FACTORS, KINDS.length),
      seasonalTemperature: fitSeasonalTemperature(days, step),
    },
  }
}

/**
 * Fits strength, memory and weights of every step of a batter's rates.
 * @param visitCases calls its argument with every case
 * @param start where the search of strength and memory begins
 */
export function fitSteps(
  visitCases: (visit: (each: BattingCase) => void) => void,
  start: PerStep<Shrinkage>,
): PerStep<StepConstants> {
  const days: DaysLeague[] = []
  const tables = STEPS.map((step) => new StepTable(step))
  visitCases((each) => {
    const { row, currentRates, evidence } = each
    days.push({ row, currentRates, evidence: { leagueRate: evidence.leagueRate } })
    for (const table of tables) table.add(each)
  })
  return Object.fromEntries(
    tables.map((table) => [table.step, fitStep(table, start[table.step], days)]),
  ) as Record<Step, StepConstants>
}
