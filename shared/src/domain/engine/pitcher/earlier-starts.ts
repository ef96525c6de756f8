import type { WeighedSeason } from '../earlier-seasons.ts'
import { type PitcherGame, type PitcherInput, type PitchingTotals, sanitizeCount } from '../input.ts'
import type { LeagueRates } from '../league-rates.ts'
import { RATES, type Rate } from './constants.ts'

/** Sums over a pitcher's games before the day of the game. Counts are finite and not negative. */
export interface EarlierStarts {
  readonly starts: number
  /** Sums over all starts. */
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
/** A start of at most this many batters counts as short: about once through the order. */
export const SHORT_START_BATTERS = 10
/** Hit batters per batter faced, for logs that do not count them (Retrosheet, 2019 to June). */
const HIT_BY_PITCH_RATE = 0.0098
const DAY_MS = 86_400_000

const daysBetween = (from: string, to: string): number => {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
  return Number.isFinite(days) ? Math.max(0, days) : 0
}

const SUMMED = ['battersFaced', 'strikeOuts', 'baseOnBalls', 'hits', 'homeRuns', 'earnedRuns'] as const

function sumOf(starts: readonly PitcherGame[]): Record<(typeof SUMMED)[number] | 'hitByPitch', number> {
  const sums = Object.fromEntries(SUMMED.map((field) => [field, 0])) as Record<
    (typeof SUMMED)[number],
    number
  >
  let hitByPitch = 0
  for (const start of starts) {
    for (const field of SUMMED) sums[field] += sanitizeCount(start[field])
    hitByPitch += sanitizeCount(start.hitByPitch ?? HIT_BY_PITCH_RATE * start.battersFaced)
  }
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

/**
 * Sums a pitcher's starts before the day of the game. Games of that day or later in the input are ignored.
 * Relief appearances only set `relieved`, which is typical of openers.
 * @returns null without a start
 */
export function sumEarlierStarts({ games, setting }: PitcherInput): EarlierStarts | null {
  const earlier = games.filter((game) => game.date < setting.date)
  const starts = earlier.filter((game) => game.started)
  const last = starts.at(-1)
  if (last === undefined) return null
  return {
    ...sumOf(starts),
    starts: starts.length,
    recent: recentOf(starts),
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
  earlier: readonly WeighedSeason<PitchingTotals>[],
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
