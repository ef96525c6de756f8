import type { Complete } from '../../stat-types.ts'
import { mostlyStarted, seasonShare, type WeighedSeason } from '../earlier-seasons.ts'
import {
  HIT_BY_PITCH_RATE,
  type PitcherGame,
  type PitcherInput,
  type PitchingTotals,
  sanitizeCount,
} from '../input.ts'
import type { LeagueRates } from '../league-rates.ts'
import { RATES, type Rate } from './constants.ts'

/** An outing of at most this many batters counts as short: about once through the order. */
export const SHORT_START_BATTERS = 10

/** Recent outings that decide whether a pitcher is an opener, and the fewest that can. */
const OUTINGS = { most: 10, fewest: 3 } as const
/** Least share of short ones among them. */
const LEAST_SHORT = 0.75
/** Least number of relief appearances among them: a starter who left early has none. */
const LEAST_RELIEF = 2
/** An average opener's start, mixed in once (the shape of short starts in the fitted seasons). */
const AVERAGE: Readonly<Record<'battersFaced' | 'outs', number>> = { battersFaced: 6, outs: 4.4 }
/** The longest outing that counts, a complete game: a faulty count of a source must not set the length of a forecast. */
const LONGEST: Readonly<Record<keyof typeof AVERAGE, number>> = { battersFaced: 45, outs: 27 }
/** Share of full starts mixed in once: an announced opener may be left in. */
const FULL_SHARE = 0.1

/** What is expected of a pitcher who is announced as the starter and throws about an inning. */
export interface OpenerOuting {
  readonly battersFaced: number
  readonly outs: number
  /** Chance that the start is short. */
  readonly short: number
  /** Number of the outings that this is derived from. */
  readonly outings: number
}

/**
 * Recognises an opener by starts and relief appearances together: the last start was short, and so are nearly
 * all of the last ten outings, some of which were in relief.
 * @param games this season's games before the day of the forecast, oldest first
 * @returns null for any other pitcher
 */
export function findOpener(games: readonly PitcherGame[]): OpenerOuting | null {
  const isShort = ({ battersFaced }: PitcherGame) => sanitizeCount(battersFaced) <= SHORT_START_BATTERS
  const last = games.slice(-OUTINGS.most)
  const start = games.findLast(({ started }) => started)
  const short = last.filter(isShort).length
  const relief = last.filter(({ started }) => !started).length
  if (start === undefined || !isShort(start) || last.length < OUTINGS.fewest) return null
  if (relief < LEAST_RELIEF || short < LEAST_SHORT * last.length) return null
  const mean = (count: keyof typeof AVERAGE): number =>
    last.reduce((sum, game) => sum + Math.min(LONGEST[count], sanitizeCount(game[count])), AVERAGE[count]) /
    (last.length + 1)
  return {
    battersFaced: mean('battersFaced'),
    outs: mean('outs'),
    short: (short + 1 - FULL_SHARE) / (last.length + 1),
    outings: last.length,
  }
}

/** Whether the pitcher of a forecast is an opener. */
export const isOpener = ({ games, setting }: PitcherInput): boolean =>
  findOpener(games.filter(({ date }) => date < setting.date)) !== null

/** Batters whom an average starter faces. */
const USUAL_BATTERS = 22

/** Share of an average start that the announced starter is expected to pitch: 1 for all but openers. */
export const starterShare = (games: readonly PitcherGame[]): number => {
  const opener = findOpener(games)
  return opener ? Math.min(1, opener.battersFaced / USUAL_BATTERS) : 1
}

/** Sums over a pitcher's games before the day of the game. Counts are finite and not negative. */
export interface EarlierStarts {
  readonly starts: number
  /**
   * Sums over all starts, and over relief appearances with the rates of a starter (`IN_RELIEF`). An opener pitches as
   * in relief.
   */
  readonly battersFaced: number
  readonly strikeOuts: number
  readonly baseOnBalls: number
  readonly hitByPitch: number
  readonly hits: number
  readonly homeRuns: number
  readonly earnedRuns: number
  /** Weighted sums over all starts: each start weighs `LENGTH_MEMORY` times as much as the next one. */
  readonly recent: {
    readonly weight: number
    readonly battersFaced: number
    readonly outs: number
    readonly short: number
  }
  /** What is expected of an opener; null for any other pitcher. */
  readonly opener: OpenerOuting | null
  /** Whether the last start was short. */
  readonly lastShort: boolean
  /**
   * Batters faced per game in earlier seasons in which the pitcher mostly started; null without such a season
   * of at least five games.
   */
  readonly lastSeason: number | null
  /** Days since the last start. */
  readonly rest: number
  /** Whether the pitcher appeared in relief since the last start. */
  readonly relieved: boolean
}

/**
 * Weight of a start relative to the next one, in the length. Fitted on 2019 to June, each half month from
 * those before.
 */
const LENGTH_MEMORY = 0.95
const DAY_MS = 86_400_000

const daysBetween = (from: string, to: string): number => {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
  return Number.isFinite(days) ? Math.max(0, days) : 0
}

const SUMMED = ['battersFaced', 'strikeOuts', 'baseOnBalls', 'hits', 'homeRuns', 'earnedRuns'] as const

/**
 * Rate of a pitcher as a starter relative to the same pitcher's rate in relief. In relief pitchers strike out
 * 17% more and allow 17% fewer home runs; batting average on balls in play is 17 points lower.
 * Source: T. Tango, 'The Rule of 17' (tangotiger.net, 2010). Earned runs: about one run per nine innings.
 * The starts of 2015 to 2025 give 0.85 for strikeouts.
 */
const IN_RELIEF: Readonly<Record<(typeof SUMMED)[number], number>> = {
  battersFaced: 1,
  strikeOuts: 0.85,
  baseOnBalls: 1,
  hits: 1.06,
  homeRuns: 1.17,
  earnedRuns: 1.2,
}

function sumOf(
  games: readonly PitcherGame[],
  asInRelief: boolean,
): Record<(typeof SUMMED)[number] | 'hitByPitch', number> {
  const sums = Object.fromEntries(SUMMED.map((field) => [field, 0])) as Record<
    (typeof SUMMED)[number],
    number
  >
  let hitByPitch = 0
  let uncounted = 0
  for (const start of games) {
    for (const field of SUMMED)
      sums[field] += (start.started || asInRelief ? 1 : IN_RELIEF[field]) * sanitizeCount(start[field])
    if (start.earnedRuns === null) uncounted += sanitizeCount(start.battersFaced)
    hitByPitch += sanitizeCount(start.hitByPitch ?? HIT_BY_PITCH_RATE * start.battersFaced)
  }
  // Games that lack earned runs have the rate of the other games. Where all lack them, the markets that need
  // them are refused.
  const counted = sums.battersFaced - uncounted
  if (uncounted > 0 && counted > 0) sums.earnedRuns *= sums.battersFaced / counted
  return { ...sums, hitByPitch }
}

function recentOf(starts: readonly PitcherGame[]): EarlierStarts['recent'] {
  let recent = { weight: 0, battersFaced: 0, outs: 0, short: 0 }
  for (const start of starts) {
    const battersFaced = sanitizeCount(start.battersFaced)
    recent = {
      weight: recent.weight * LENGTH_MEMORY + 1,
      battersFaced: recent.battersFaced * LENGTH_MEMORY + battersFaced,
      outs: recent.outs * LENGTH_MEMORY + sanitizeCount(start.outs),
      short: recent.short * LENGTH_MEMORY + (battersFaced <= SHORT_START_BATTERS ? 1 : 0),
    }
  }
  return recent
}

/** Least number of games of an earlier season for its length of a start. */
const LEAST_GAMES = 5

/** Batters faced per game in earlier seasons, latest first: the latest one with mostly starts counts. */
function lastSeasonLength({ earlier, setting }: PitcherInput): number | null {
  const season = (earlier ?? [])
    .filter(({ season, own }) => seasonShare('pitching', season, setting.date) > 0 && mostlyStarted(own))
    .toSorted((a, b) => b.season - a.season)
    .find(({ own }) => own.games >= LEAST_GAMES)
  return season ? sanitizeCount(season.own.battersFaced) / season.own.games : null
}

/**
 * Sums a pitcher's games before the day of the game. Games of that day or later in the input are ignored.
 * The length is of starts only, except that of an opener. An appearance in relief since the last start sets `relieved`, which is typical
 * of openers.
 * @returns null without a start
 */
export function sumEarlierStarts(input: PitcherInput): EarlierStarts | null {
  const { games, setting } = input
  const earlier = games.filter((game) => game.date < setting.date)
  const starts = earlier.filter((game) => game.started)
  const last = starts.at(-1)
  if (last === undefined) return null
  const opener = findOpener(earlier)
  return {
    ...sumOf(earlier, opener !== null),
    opener,
    starts: starts.length,
    recent: recentOf(starts),
    lastShort: sanitizeCount(last.battersFaced) <= SHORT_START_BATTERS,
    lastSeason: lastSeasonLength(input),
    rest: daysBetween(last.date, setting.date),
    relieved: earlier.at(-1)?.started === false,
  }
}

type Count = Rate | 'hitByPitch'
const COUNTS: readonly Count[] = [...RATES, 'hitByPitch']

/**
 * Frequency of an event in one league relative to another, bounded to plausible differences between leagues.
 */
function ratio(now: LeagueRates, then: LeagueRates, count: Count): number {
  const name = count === 'earnedRuns' ? 'runs' : count
  return then[name] > 0 ? Math.min(3, Math.max(1 / 3, now[name] / then[name])) : 1
}

/**
 * Adds the counts of earlier seasons to those of this one. Batters faced are multiplied by the weight of
 * their season, and counts also by the ratio of the current league to that season's. The length of starts is
 * from this season only.
 */
export function addEarlierCounts(
  starts: EarlierStarts,
  league: LeagueRates,
  earlier: readonly WeighedSeason<Complete<PitchingTotals>>[],
): EarlierStarts {
  const sum = (count: Count): number =>
    earlier.reduce(
      (all, season) => all + season.share * season.own[count] * ratio(league, season.league, count),
      starts[count],
    )
  const counts = Object.fromEntries(COUNTS.map((count) => [count, sum(count)])) as Record<Count, number>
  const battersFaced = earlier.reduce(
    (all, { share, own }) => all + share * own.battersFaced,
    starts.battersFaced,
  )
  return { ...starts, ...counts, battersFaced }
}
