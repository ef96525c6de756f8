import { findStatType } from '@propsight/shared/domain'
import {
  type BattingConstants,
  buildEvidence,
  CALENDAR,
  type ContextWeights,
  chanceAtLeast,
  computeGameParameters,
  type DayConstants,
  distribute,
  GAME_CONTEXT_FACTORS,
  KINDS,
  type LeaguePrior,
  ownAppearances,
  type PlayingTimeConstants,
  perStep,
  SCORING_CONTEXT,
  statWeights,
} from '@propsight/shared/domain/engine'
import { known, type Season } from '../../read/season.ts'
import { fitShift, type ShiftRow, type WeightPrior, weigh } from '../generalised-linear.ts'
import { fitScoring } from './fit-scoring.ts'
import { fitSteps } from './fit-steps.ts'
import { appearancesPerGame, fitLeague, measureRatesAround } from './league-rates.ts'
import type { BattingCase } from './step-table.ts'
import { type BattingSample, someSamples, visitSamples } from './step-table.ts'

const MOST_APPEARANCES = 8
/** Weight of the starts in neighbouring places of the order, and pseudo-count of every cell. */
const NEIGHBOURS_WEIGHT = 0.05
const PSEUDO_COUNT = 0.5
const STRENGTHS = [6, 10, 16, 25, 40]

const PRIOR: Readonly<Record<(typeof SCORING_CONTEXT)[number], WeightPrior>> = {
  always: { mean: 0, sd: 0.05 },
  home: { mean: -0.1, sd: 0.1 },
  club: { mean: 0.3, sd: 0.3 },
  staff: { mean: 0.3, sd: 0.3 },
  starterStrikeOut: { mean: 0, sd: 0.15 },
  starterWalk: { mean: 0.1, sd: 0.15 },
  starterContact: { mean: 0.2, sd: 0.2 },
  park: { mean: 0.3, sd: 0.3 },
  own: { mean: 0.7, sd: 0.3 },
}

/** Theory: longer benches and rest take away plate appearances, never add them. */
const CALENDAR_PRIOR: Readonly<Record<(typeof CALENDAR)[number], WeightPrior>> = {
  september: { mean: -0.04, sd: 0.03 },
  lastGames: { mean: -0.15, sd: 0.1 },
}

function tables(cases: readonly BattingCase[]): number[][] {
  const counts = Array.from({ length: 9 }, () => Array.from({ length: MOST_APPEARANCES + 1 }, () => 0))
  for (const { row } of cases) {
    const table = counts[(row.slot ?? 0) - 1]
    const at = Math.min(MOST_APPEARANCES, row.plateAppearances)
    if (table) table[at] = (table[at] ?? 0) + 1
  }
  return counts.map((own, slot) => {
    const mixed = own.map(
      (count, n) =>
        count +
        NEIGHBOURS_WEIGHT * ((counts[slot - 1]?.[n] ?? 0) + (counts[slot + 1]?.[n] ?? 0)) +
        (n === 0 ? 0 : PSEUDO_COUNT),
    )
    const sum = mixed.reduce((a, b) => a + b, 0)
    return mixed.map((count) => count / sum)
  })
}

/**
 * Fits the number of plate appearances of a starter: its distribution by place in the order, and the weights
 * of game context and own history, which shift the mean.
 */
function fitPlayingTime(cases: readonly BattingCase[], constants: BattingConstants): PlayingTimeConstants {
  const bySlot = tables(cases)
  const means = bySlot.map((table) => table.reduce((sum, p, n) => sum + n * p, 0))
  const { perGame } = constants.playingTime
  const tries = STRENGTHS.map((strength) => {
    const tried = { ...constants, playingTime: { ...constants.playingTime, bySlot, strength } }
    const rows = cases.map(({ evidence, row }): ShiftRow => {
      const usual =
        evidence.leagueAppearances +
        evidence.slots.reduce((sum, chance, at) => sum + chance * (means[at] ?? 0), 0)
      const own = ownAppearances(evidence, tried)
      return {
        features: [
          ...SCORING_CONTEXT.map((name) => (name === 'own' ? own : evidence.context[name])),
          ...CALENDAR.map((name) => evidence.calendar[name]),
        ],
        seen: row.plateAppearances,
        // Plate appearances have a standard deviation of about 0.7 in every place of the order.
        expect: (shift) => ({ mean: usual + shift, slope: 1, variance: 0.5 }),
      }
    })
    const weights = fitShift(rows, [
      ...SCORING_CONTEXT.map((name) => PRIOR[name]),
      ...CALENDAR.map((name) => CALENDAR_PRIOR[name]),
    ])
    const miss = rows.reduce((sum, { features, seen, expect }) => {
      const shift = weigh(features, weights)
      return sum + (seen - expect(shift).mean) ** 2
    }, 0)
    const context = Object.fromEntries(
      SCORING_CONTEXT.map((name, at) => [name, weights[at] ?? 0]),
    ) as ContextWeights
    const calendar = {
      september: weights[SCORING_CONTEXT.length] ?? 0,
      lastGames: weights[SCORING_CONTEXT.length + 1] ?? 0,
    }
    return { miss, constants: { bySlot, perGame, context, calendar, strength } }
  })
  return tries.reduce((best, next) => (next.miss < best.miss ? next : best)).constants
}

const zeros = <N extends string>(names: readonly N[]): Record<N, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>

/** Start values of the fit: the rates of the league and round numbers. */
export const startingConstants = (league: LeaguePrior): BattingConstants => ({
  league,
  steps: perStep((step) => ({
    strength: {
      strikeOut: 70,
      walk: 120,
      hitByPitch: 300,
      homeRun: 130,
      hit: 400,
      extraBase: 80,
      triple: 40,
    }[step],
    memory: 0.7,
    kind: zeros(KINDS),
    gameContext: zeros(GAME_CONTEXT_FACTORS),
  })),
  starterStrength: { strikeOut: 120, walk: 250, contact: 500 },
  staffStrength: 1500,
  scoring: {
    run: { walk: -1, single: -1, double: -0.4, triple: 0.4, out: -3 },
    rbi: {
      walk: [0.97, 0.03, 0, 0, 0],
      single: [0.75, 0.2, 0.05, 0, 0],
      double: [0.6, 0.25, 0.12, 0.03, 0],
      triple: [0.55, 0.3, 0.1, 0.05, 0],
      homeRun: [0, 0.58, 0.28, 0.11, 0.03],
      out: [0.95, 0.05, 0, 0, 0],
    },
    runSlots: Array.from({ length: 9 }, () => 0),
    rbiSlots: Array.from({ length: 9 }, () => 0),
    runContext: zeros(SCORING_CONTEXT),
    rbiContext: zeros(SCORING_CONTEXT),
    runStrength: 25,
    rbiStrength: 25,
    stealStrength: 40,
  },
  playingTime: {
    bySlot: [],
    perGame: 38,
    context: zeros(SCORING_CONTEXT),
    calendar: zeros(CALENDAR),
    strength: 15,
  },
  day: { onBase: 0, scoring: 0, appearances: 0 },
})

/** At most `most` elements, spread evenly. */
const thin = <T>(all: readonly T[], most: number): readonly T[] => {
  const every = Math.max(1, Math.ceil(all.length / most))
  return all.filter((_, at) => at % every === 0)
}

const STATS = ['Hits', 'Runs', 'RBIs', 'Hits+Runs+RBIs']
/** Uses at most this many cases, spread evenly: they are enough to fit three numbers. */
const MOST_DAY_CASES = 5_000
const MIN_CHANCE = 1e-6

const TRIED_SIZES: Readonly<Record<keyof DayConstants, readonly number[]>> = {
  scoring: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
  onBase: [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35],
  appearances: [0, 0.1, 0.2, 0.3, 0.4],
}

/**
 * Fits the sizes of the day effects one after the other (coordinate ascent), by maximum likelihood on a grid.
 */
export function fitDay(cases: readonly BattingCase[], constants: BattingConstants): DayConstants {
  const some = thin(cases, MOST_DAY_CASES)
  const stats = STATS.flatMap((name) => {
    const weights = statWeights(name)
    const stat = findStatType(name)
    return weights && stat?.group === 'hitting' ? [{ weights, value: stat.value }] : []
  })
  const ready = some.map(({ evidence, row }) => ({
    parameters: computeGameParameters(evidence, constants),
    row,
  }))
  const likelihood = (day: DayConstants): number => {
    let sum = 0
    for (const { parameters, row } of ready)
      for (const { weights, value } of stats) {
        const distribution = distribute(parameters, weights, { ...constants, day })
        const seen = known(value(row))
        sum += Math.log(
          Math.max(MIN_CHANCE, chanceAtLeast(distribution, seen) - chanceAtLeast(distribution, seen + 1)),
        )
      }
    return sum
  }
  let day: DayConstants = { onBase: 0, scoring: 0, appearances: 0 }
  const names = Object.keys(TRIED_SIZES) as (keyof DayConstants)[]
  // The sizes explain the same variation in part, so each of them is fitted twice.
  for (const name of [...names, ...names]) {
    const tries = TRIED_SIZES[name].map((size) => ({ ...day, [name]: size }))
    const scored = tries.map((tried) => ({ tried, value: likelihood(tried) }))
    day = scored.reduce((best, next) => (next.value > best.value ? next : best)).tried
  }
  return day
}

/**
 * Playing time, scoring and day effects have few parameters: they are fitted on at most this many starts, spread
 * evenly.
 */
const MOST_CASES = 30_000

const hasScoring = ({ row }: BattingSample): boolean => row.runs !== null && row.rbi !== null

/**
 * Fits all constants of the batters' model to the starts of one or several seasons up to and including the day
 * `until`. Each start only uses data of earlier days. Starts without runs count for rates and playing time. The
 * result is deterministic.
 */
export function fitBatting(season: Season, until: string): BattingConstants {
  const rows = season.batting.filter(({ date }) => date <= until)
  const currentRates = measureRatesAround(rows)
  const caseOf = ({ input, row }: BattingSample, constants: BattingConstants): BattingCase | null => {
    const evidence = buildEvidence(input, constants)
    return evidence && { evidence, row, currentRates: currentRates(row.date) }
  }
  let constants = startingConstants(fitLeague(rows))
  constants = { ...constants, playingTime: { ...constants.playingTime, perGame: appearancesPerGame(rows) } }
  const casesOf = (samples: readonly BattingSample[]): BattingCase[] =>
    samples.map((sample) => caseOf(sample, constants)).filter((each) => each !== null)
  const visitCases = (visit: (each: BattingCase) => void): void =>
    visitSamples(season, until, (sample) => {
      const found = caseOf(sample, constants)
      if (found) visit(found)
    })
  const some = someSamples(season, until, MOST_CASES)
  // The features of one step depend on the fitted strengths of the other steps. Two rounds are enough to
  // converge, and the first one only serves the features of the second.
  constants = {
    ...constants,
    steps: fitSteps((visit) => casesOf(some).forEach(visit), constants.steps),
  }
  constants = { ...constants, steps: fitSteps(visitCases, constants.steps) }
  constants = { ...constants, playingTime: fitPlayingTime(casesOf(some), constants) }
  const scored = casesOf(someSamples(season, until, MOST_CASES, hasScoring))
  constants = { ...constants, scoring: fitScoring(scored, constants.scoring) }
  return { ...constants, day: fitDay(scored, constants) }
}
