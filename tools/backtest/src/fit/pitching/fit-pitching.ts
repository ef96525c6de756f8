import {
  buildMatchup,
  type CountConstants,
  type Counted,
  chanceAtLeast,
  computeExpectedStart,
  type Expected,
  type LeagueStarts,
  MOST_OUTS,
  NO_TOTALS,
  type OutingShape,
  type PitcherSeason,
  type PitcherStat,
  type PitchingConstants,
  SHORT_START_BATTERS,
  type SpreadConstants,
  statChances,
  sumStarts,
  type WidthConstants,
} from '@propsight/shared/domain/engine'
import {
  addPitching,
  addRows,
  type BattingRow,
  known,
  type PitchingRow,
  type Season,
} from '../../read/season.ts'
import { perAppearance } from '../batting/league-rates.ts'
import {
  fitCount,
  fitLength,
  fitOpener,
  type StartedGame,
  startedGames,
  type TrainingStart,
} from './fit-length.ts'
import { fitPitcherCalibration } from './fit-pitcher-calibration.ts'

/** Weight of the prior league rates, in plate appearances: about two days of the league. */
const LEAGUE_STRENGTH = 2300

/**
 * Share of the starters' difference in hits that is applied to other days. Over half a season the difference
 * is 2% with a standard error of 1%; in the long run hits on balls in play are similar for all pitchers.
 */
const HITS_PERSISTENCE = 0.5

const sumOf = (starts: readonly StartedGame[], of: (start: StartedGame['outcome']) => number): number =>
  starts.reduce((sum, { outcome }) => sum + of(outcome), 0)

/**
 * Sums over the pitchers of each season who only started.
 * @throws Error without such a pitcher
 */
function pureStarts(rows: readonly PitchingRow[]): LeagueStarts {
  const seasons = new Map<string, PitcherSeason>()
  for (const row of rows) {
    const key = `${row.date.slice(0, 4)}|${row.playerId}`
    seasons.set(key, addPitching(seasons.get(key), row))
  }
  const sums = sumStarts(seasons.values())
  if (!sums) throw new Error('there is no pitcher who only started')
  return sums
}

/**
 * The league's rates as the reference of the constants, and the starters' rates relative to those of all
 * pitchers.
 */
export function fitLeagueReference(
  season: Season,
  until: string,
  starts: readonly StartedGame[],
): Pick<PitchingConstants, 'league' | 'starters'> {
  const rows: BattingRow[] = season.batting.filter(({ date }) => date <= until)
  const rates = perAppearance(addRows(NO_TOTALS, rows))
  const faced = sumOf(starts, (start) => start.battersFaced)
  const only = pureStarts(season.pitching.filter(({ date }) => date <= until))
  return {
    // Pitchers at bat are included, because a pitcher faces all batters.
    league: { strength: LEAGUE_STRENGTH, rates, pitchersShare: 0, pitchersRates: rates },
    starters: {
      // The same pitchers as in `LeagueStarts`, which replace these ratios during a season.
      strikeOuts: only.strikeOuts / only.battersFaced / rates.strikeOuts,
      baseOnBalls: only.baseOnBalls / only.battersFaced / rates.baseOnBalls,
      hits: 1 + HITS_PERSISTENCE * (sumOf(starts, (start) => start.hits) / faced / rates.hits - 1),
      homeRuns: sumOf(starts, (start) => start.homeRuns) / faced / rates.homeRuns,
      earnedRuns: sumOf(starts, (start) => known(start.earnedRuns)) / faced / rates.runs,
    },
  }
}

/** Weight of the smoothed mean of neighbouring numbers of outs, in starts. */
const NEIGHBOURS = 12
/** Standard deviation of the smoothing kernel, in outs. */
const KERNEL_DEVIATION = 1.5
/** Starts added to every number of outs, so that none is impossible. */
const PSEUDO_STARTS = 0.2

const ALL_OUTS = Array.from({ length: MOST_OUTS + 1 }, (_, outs) => outs)

/** Mean of a count by number of outs, shrunk toward the smoothed mean of neighbouring numbers. */
function meansByOuts(starts: readonly PitchingRow[], of: (start: PitchingRow) => number): number[] {
  const nearby = (outs: number): number => {
    let weights = 0
    let sum = 0
    for (const start of starts) {
      const weight = Math.exp(-(((start.outs - outs) / KERNEL_DEVIATION) ** 2) / 2)
      weights += weight
      sum += weight * of(start)
    }
    return sum / weights
  }
  return ALL_OUTS.map((outs) => {
    const sameOuts = starts.filter((start) => start.outs === outs)
    const seen = sameOuts.reduce((sum, start) => sum + of(start), 0)
    return (seen + NEIGHBOURS * nearby(outs)) / (sameOuts.length + NEIGHBOURS)
  })
}

/**
 * Distribution of outs, and mean counts by number of outs, of one kind of start. Starts beyond nine innings
 * are left out.
 */
export function outingShape(all: readonly PitchingRow[]): OutingShape {
  const starts = all.filter(({ outs }) => outs <= MOST_OUTS)
  const total = starts.length + PSEUDO_STARTS * ALL_OUTS.length
  return {
    outs: ALL_OUTS.map(
      (outs) => (starts.filter((start) => start.outs === outs).length + PSEUDO_STARTS) / total,
    ),
    batters: meansByOuts(starts, (start) => start.battersFaced),
    hits: meansByOuts(starts, (start) => start.hits),
    baseOnBalls: meansByOuts(starts, (start) => start.baseOnBalls),
    earnedRuns: meansByOuts(starts, (start) => known(start.earnedRuns)),
  }
}

/** Tried values of the dispersion of the length. */
const TRIED_PER_OUT = Array.from({ length: 21 }, (_, step) => step * 0.0005)
/** Tried values of the dispersion of counts. */
const TRIED: Readonly<Record<keyof SpreadConstants, readonly number[]>> = {
  strikeOuts: [0.0005, 0.002, 0.004, 0.006, 0.01, 0.015, 0.02, 0.03],
  hits: [0.4, 0.5, 0.6, 0.7, 0.85, 1, 1.3, 1.7],
  baseOnBalls: [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2],
  earnedRuns: [0.002, 0.01, 0.03, 0.05, 0.08, 0.12, 0.16, 0.2, 0.3],
}
/** Start values of the search. */
const START: SpreadConstants = { strikeOuts: 0.004, hits: 1, baseOnBalls: 1, earnedRuns: 0.05 }

/** The outcome of a start and its expected values, which do not depend on the dispersion. */
interface ExpectedOutcome {
  readonly expected: Expected
  readonly outcome: PitchingRow
}

const expectedOutcomes = (
  starts: readonly TrainingStart[],
  constants: Parameters<typeof computeExpectedStart>[1],
): ExpectedOutcome[] =>
  starts.map(({ matchup, outcome }) => ({ outcome, expected: computeExpectedStart(matchup, constants) }))

function negativeLogLikelihood(
  starts: readonly ExpectedOutcome[],
  stat: PitcherStat,
  count: Counted | 'outs',
  constants: PitchingConstants,
): number {
  let sum = 0
  for (const { expected, outcome } of starts) {
    const distribution = statChances(stat, expected, constants)
    const seen = known(outcome[count])
    const chance = chanceAtLeast(distribution, seen) - chanceAtLeast(distribution, seen + 1)
    sum -= Math.log(Math.max(1e-6, chance))
  }
  return sum
}

interface Tried {
  readonly value: number
  readonly loss: number
}
const likeliest = (tried: readonly Tried[]): number =>
  tried.reduce((least, next) => (next.loss < least.loss ? next : least)).value

/**
 * Fits how the dispersion of the length grows with the league's length, by maximum likelihood on a grid.
 * @param starts of all seasons: the league's length differs mostly between seasons
 * @param leagueOuts mean outs of the league's starts in the seasons of the shape
 */
function fitWidth(
  starts: readonly TrainingStart[],
  leagueOuts: number,
  constants: Omit<PitchingConstants, 'width' | 'spread' | 'calibration'>,
): WidthConstants {
  const outcomes = expectedOutcomes(starts, { ...constants, width: { leagueOuts, perOut: 0 } })
  const tried = TRIED_PER_OUT.map((value) => ({
    value,
    loss: negativeLogLikelihood(outcomes, 'Pitching Outs', 'outs', {
      ...constants,
      width: { leagueOuts, perOut: value },
      spread: START,
      calibration: {},
    }),
  }))
  return { leagueOuts, perOut: likeliest(tried) }
}

/** Fits the dispersion of each count by maximum likelihood on a grid. */
export function fitSpread(
  starts: readonly TrainingStart[],
  constants: Omit<PitchingConstants, 'spread' | 'calibration'>,
): SpreadConstants {
  const outcomes = expectedOutcomes(starts, constants)
  let spread = START
  const fitDispersion = (count: Counted, stat: PitcherStat): void => {
    const losses = TRIED[count].map((value) => ({
      value,
      loss: negativeLogLikelihood(outcomes, stat, count, {
        ...constants,
        calibration: {},
        spread: { ...spread, [count]: value },
      }),
    }))
    spread = { ...spread, [count]: likeliest(losses) }
  }
  fitDispersion('strikeOuts', 'Pitcher Strikeouts')
  fitDispersion('hits', 'Hits Allowed')
  fitDispersion('baseOnBalls', 'Walks Allowed')
  fitDispersion('earnedRuns', 'Earned Runs Allowed')
  return spread
}

/**
 * Last seasons whose starts give the shape of an outing, the spread and the calibration map of outs. Starts have
 * become shorter and more equal from season to season. The weights of the features and the maps of counts are
 * stable, and are fitted on all seasons.
 */
const SHAPE_SEASONS = 2

/** The starts of the last seasons. */
function recentSeasons<Start>(starts: readonly Start[], outcome: (start: Start) => PitchingRow): Start[] {
  const yearOf = (start: Start): number => Number(outcome(start).date.slice(0, 4))
  const last = starts.reduce((year, start) => Math.max(year, yearOf(start)), 0)
  return starts.filter((start) => yearOf(start) > last - SHAPE_SEASONS)
}

/**
 * Fits the constants of the pitchers' model to the days of seasons up to and including `until`. Each start only
 * uses data of earlier days. The result is deterministic.
 * @throws Error if no pitcher has started twice
 */
export function fitPitching(season: Season, until: string): PitchingConstants {
  const started = startedGames(season, until)
  if (started.length === 0) throw new Error(`No pitcher has started twice up to ${until}.`)
  const relative = fitLeagueReference(season, until, started)
  const starts: TrainingStart[] = started.flatMap((start) => {
    const matchup = buildMatchup(start.input, relative)
    return matchup ? [{ ...start, matchup }] : []
  })
  if (starts.length === 0) throw new Error(`No pitcher has started twice up to ${until}.`)
  const length = { batters: fitLength(starts, 'battersFaced'), outs: fitLength(starts, 'outs') }
  const count = (counted: Counted): CountConstants => fitCount(starts, counted, length.batters)
  const outcomes = recentSeasons(
    started.map(({ outcome }) => outcome),
    (outcome) => outcome,
  )
  const ofShape = pureStarts(
    recentSeasons(
      season.pitching.filter(({ date }) => date <= until),
      (row) => row,
    ),
  )
  const short = outcomes.filter(({ battersFaced }) => battersFaced <= SHORT_START_BATTERS)
  const shaped = {
    ...relative,
    length,
    opener: fitOpener(starts),
    counts: {
      strikeOuts: count('strikeOuts'),
      baseOnBalls: count('baseOnBalls'),
      hits: count('hits'),
      earnedRuns: count('earnedRuns'),
    },
    full: outingShape(outcomes.filter(({ battersFaced }) => battersFaced > SHORT_START_BATTERS)),
    // Without a short start the probability of an opener is near 0, so the shape of short starts is not used.
    short: outingShape(short.length > 0 ? short : outcomes),
  }
  const constants = { ...shaped, width: fitWidth(starts, ofShape.outs / ofShape.starts, shaped) }
  const recent = recentSeasons(starts, ({ outcome }) => outcome)
  const uncalibrated = { ...constants, spread: fitSpread(recent, constants), calibration: {} }
  return { ...uncalibrated, calibration: fitPitcherCalibration(starts, recent, uncalibrated) }
}
