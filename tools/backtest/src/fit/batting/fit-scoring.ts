import {
  type ContextWeights,
  convolve,
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
import { known, tallyOf } from '../../read/season.ts'
import { fitShift, type ShiftRow, type WeightPrior, weigh } from '../generalised-linear.ts'
import type { BattingCase } from './step-table.ts'

export interface GameTotal<E extends string> {
  /** Number of each event in the game. */
  readonly counts: Readonly<Record<E, number>>
  /** Sum of the contributions of all events. */
  readonly total: number
}

const ROUNDS = 60
/** Pseudo-trials with a uniform distribution, so that rare events (triples) get no probability of 0 or 1. */
const SMOOTHING = 0.5

/** Distribution of the sum of `n` draws. */
const times = (chances: readonly number[], n: number): number[] =>
  Array.from({ length: n }).reduce<number[]>((sum) => convolve(sum, chances), [1])

/**
 * Estimates the distribution of each event's contribution (0 to `most`) to a game's total, when only the
 * numbers of events and the total are observed. Expectation-maximisation (Dempster, Laird and Rubin, JRSS B
 * 39 (1977)); games with equal counts and totals are processed together.
 * @returns by event: the probabilities of the contributions 0 to `most`
 */
export function chancesByEvent<E extends string>(
  games: readonly GameTotal<E>[],
  events: readonly E[],
  most: number,
): Record<E, readonly number[]> {
  const kinds = Map.groupBy(
    games,
    ({ counts, total }) => `${events.map((event) => counts[event]).join()}:${total}`,
  )
  const values = Array.from({ length: most + 1 }, (_, value) => value)
  let chances = Object.fromEntries(
    events.map((event) => [event, values.map(() => 1 / values.length)]),
  ) as unknown as Record<E, readonly number[]>
  for (let round = 0; round < ROUNDS; round++) {
    const added = Object.fromEntries(
      events.map((event) => [event, values.map(() => SMOOTHING / values.length)]),
    ) as unknown as Record<E, number[]>
    for (const alike of kinds.values()) {
      const [game] = alike
      if (!game) continue
      for (const event of events) {
        const n = game.counts[event]
        if (!(n > 0)) continue
        let others = times(chances[event], n - 1)
        for (const other of events)
          if (other !== event) others = convolve(others, times(chances[other], game.counts[other]))
        const joint = values.map((value) => (chances[event][value] ?? 0) * (others[game.total - value] ?? 0))
        const sum = joint.reduce((a, b) => a + b, 0)
        if (!(sum > 0)) continue
        for (const value of values)
          added[event][value] = (added[event][value] ?? 0) + (alike.length * n * (joint[value] ?? 0)) / sum
      }
    }
    chances = Object.fromEntries(
      events.map((event) => {
        const sum = added[event].reduce((a, b) => a + b, 0)
        return [event, added[event].map((weight) => weight / sum)]
      }),
    ) as unknown as Record<E, readonly number[]>
  }
  return chances
}

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

interface ScoringFit {
  readonly slots: readonly number[]
  readonly context: ContextWeights
  readonly strength: number
}

/** One target of the fit: runs scored, or runs batted in. */
interface ScoringTarget {
  readonly seen: (row: BattingCase['row']) => number
  readonly expected: (
    counts: ScoringCounts,
    shift: number,
    constants: ScoringConstants,
  ) => { readonly mean: number; readonly slope: number }
  readonly base: 'run' | 'rbi'
}

const RUNS: ScoringTarget = {
  seen: (row) => Math.max(0, known(row.runs) - row.homeRuns),
  expected: expectedRuns,
  base: 'run',
}
const RBI: ScoringTarget = { seen: (row) => known(row.rbi), expected: expectedRbi, base: 'rbi' }

/** Fits the weights for one strength. `miss` is their misfit: chi-square plus log variance. */
function fitWithStrength(
  cases: readonly BattingCase[],
  constants: ScoringConstants,
  { seen, expected, base }: ScoringTarget,
  strength: number,
) {
  const tried = { ...constants, runStrength: strength, rbiStrength: strength }
  const rows = cases.map(({ evidence, row }): ShiftRow => {
    const league = leagueShift(evidence, tried)
    const own = ownScoring(evidence, league, tried)[base]
    const counts = scoringCounts(tallyOf(row))
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
    const { mean, variance } = expect(weigh(features, weights))
    if (variance > 1e-9) miss += (value - mean) ** 2 / variance + Math.log(variance)
  }
  const context = Object.fromEntries(
    SCORING_CONTEXT.map((name, at) => [name, weights[9 + at] ?? 0]),
  ) as ContextWeights
  return { miss, strength, slots: weights.slice(0, 9), context }
}

function fitTarget(
  cases: readonly BattingCase[],
  constants: ScoringConstants,
  task: ScoringTarget,
): ScoringFit {
  const tries = STRENGTHS.map((strength) => fitWithStrength(cases, constants, task, strength))
  return tries.reduce((best, next) => (next.miss < best.miss ? next : best))
}

/**
 * Fits runs and runs batted in. First the probabilities by event, by maximum likelihood of the games' totals;
 * then the weights of place in the order, club, opponent, park and the batter's own history.
 */
export function fitScoring(cases: readonly BattingCase[], start: ScoringConstants): ScoringConstants {
  const games = cases.map(({ row }) => ({ counts: scoringCounts(tallyOf(row)), row }))
  const run = chancesByEvent(
    games.map(({ counts, row }) => ({ counts, total: RUNS.seen(row) })),
    SCORING_EVENTS,
    1,
  )
  const rbi = chancesByEvent(
    games.map(({ counts, row }) => ({ counts, total: RBI.seen(row) })),
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
  const runs = fitTarget(cases, based, RUNS)
  const batted = fitTarget(cases, based, RBI)
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
