import { countOf } from '../count.ts'
import type { PitcherGame, PitcherInput } from '../input.ts'

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
    for (const field of SUMMED) sums[field] += countOf(start[field])
    hitByPitch += countOf(start.hitByPitch ?? HIT_BY_PITCH_RATE * start.battersFaced)
  }
  return { ...sums, hitByPitch }
}

function recentOf(starts: readonly PitcherGame[]): EarlierStarts['recent'] {
  let recent = { weight: 0, battersFaced: 0, outs: 0, short: 0 }
  for (const start of starts) {
    const battersFaced = countOf(start.battersFaced)
    recent = {
      weight: recent.weight * LENGTH_MEMORY + 1,
      battersFaced: recent.battersFaced * LENGTH_MEMORY + battersFaced,
      outs: recent.outs * LENGTH_MEMORY + countOf(start.outs),
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
export function earlierStarts({ games, setting }: PitcherInput): EarlierStarts | null {
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
