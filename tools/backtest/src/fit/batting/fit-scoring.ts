import {
  type ContextWeights,
  expectedRbi,
  expectedRuns,
  leagueShift,
  ownScoring,
  RBI_EVENTS,
  SCORING_CONTEXT,
  SCORING_EVENTS,
  type ScoringConstants,
  type ScoringCounts,
  scoringCounts,
} from '@propsight/shared/domain/engine'
import { fitShift, type ShiftRow, type WeightPrior } from '../fit-shift.ts'
import type { Case } from './case.ts'
import { chancesByEvent } from './chances-by-event.ts'

/** Tried values: expected runs of an average batter that are added to a batter's own count. */
const STRENGTHS = [8, 12, 18, 27, 40, 60, 90]
const MOST_RBI = 4

const SLOT_PRIOR: WeightPrior = { mean: 0, sd: 0.3 }
const CONTEXT_PRIOR: ContextWeightPriors = {
  always: { mean: 0, sd: 0.3 },
  home: { mean: 0, sd: 0.05 },
  club: { mean: 0.5, sd: 0.3 },
  staff: { mean: 0.5, sd: 0.3 },
  starterStrikeOut: { mean: -0.2, sd: 0.1 },
  starterWalk: { mean: 0.1, sd: 0.1 },
  starterContact: { mean: 0.3, sd: 0.15 },
  park: { mean: 0.5, sd: 0.25 },
  own: { mean: 1, sd: 0.3 },
}
type ContextWeightPriors = Readonly<Record<(typeof SCORING_CONTEXT)[number], WeightPrior>>

interface Side {
  readonly slots: readonly number[]
  readonly context: ContextWeights
  readonly strength: number
}

/** One target of the fit: runs scored, or runs batted in. */
interface Task {
  readonly seen: (row: Case['row']) => number
  readonly expected: (
    counts: ScoringCounts,
    shift: number,
    constants: ScoringConstants,
  ) => { readonly mean: number; readonly slope: number }
  readonly base: 'run' | 'rbi'
}

const RUNS: Task = {
  seen: (row) => Math.max(0, row.runs - row.homeRuns),
  expected: expectedRuns,
  base: 'run',
}
const RBI: Task = { seen: (row) => row.rbi, expected: expectedRbi, base: 'rbi' }

/** Fits the weights for one strength. `miss` is their misfit: chi-square plus log variance. */
function fitSide(
  cases: readonly Case[],
  constants: ScoringConstants,
  { seen, expected, base }: Task,
  strength: number,
) {
  const tried = { ...constants, runStrength: strength, rbiStrength: strength }
  const rows = cases.map(({ evidence, row }): ShiftRow => {
    const league = leagueShift(evidence, tried)
    const own = ownScoring(evidence, league, tried)[base]
    const counts = scoringCounts(row)
    return {
      features: [
        ...evidence.slots,
        ...SCORING_CONTEXT.map((name) => (name === 'own' ? own : evidence.context[name])),
      ],
      seen: seen(row),
      expect: (shift) => {
        const { mean, slope } = expected(counts, league[base] + shift, tried)
        return { mean, slope, variance: slope }
      },
    }
  })
  const priors = [
    ...Array.from({ length: 9 }, () => SLOT_PRIOR),
    ...SCORING_CONTEXT.map((name) => CONTEXT_PRIOR[name]),
  ]
  const weights = fitShift(rows, priors)
  let miss = 0
  for (const { features, seen: value, expect } of rows) {
    const { mean, variance } = expect(features.reduce((sum, x, at) => sum + x * (weights[at] ?? 0), 0))
    if (variance > 1e-9) miss += (value - mean) ** 2 / variance + Math.log(variance)
  }
  const context = Object.fromEntries(
    SCORING_CONTEXT.map((name, at) => [name, weights[9 + at] ?? 0]),
  ) as ContextWeights
  return { miss, strength, slots: weights.slice(0, 9), context }
}

function bestSide(cases: readonly Case[], constants: ScoringConstants, task: Task): Side {
  const tries = STRENGTHS.map((strength) => fitSide(cases, constants, task, strength))
  return tries.reduce((best, next) => (next.miss < best.miss ? next : best))
}

/**
 * Fits runs and runs batted in. First the probabilities by event, by maximum likelihood of the games' totals;
 * then the weights of place in the order, club, opponent, park and the batter's own history.
 */
export function fitScoring(cases: readonly Case[], start: ScoringConstants): ScoringConstants {
  const games = cases.map(({ row }) => ({ counts: scoringCounts(row), row }))
  const run = chancesByEvent(
    games.map(({ counts, row }) => ({ counts, total: RUNS.seen(row) })),
    SCORING_EVENTS,
    1,
  )
  const rbi = chancesByEvent(
    games.map(({ counts, row }) => ({ counts, total: row.rbi })),
    RBI_EVENTS,
    MOST_RBI,
  )
  const based: ScoringConstants = {
    ...start,
    run: Object.fromEntries(
      SCORING_EVENTS.map((event) => {
        const home = run[event][1] ?? 0
        return [event, Math.log(home / (1 - home))]
      }),
    ) as ScoringConstants['run'],
    rbi,
  }
  const runs = bestSide(cases, based, RUNS)
  const batted = bestSide(cases, based, RBI)
  return {
    ...based,
    runSlots: runs.slots,
    runContext: runs.context,
    runStrength: runs.strength,
    rbiSlots: batted.slots,
    rbiContext: batted.context,
    rbiStrength: batted.strength,
  }
}
