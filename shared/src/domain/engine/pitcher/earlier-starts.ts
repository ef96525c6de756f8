import { countOf } from '../count.ts'
import type { PitcherGame, PitcherInput } from '../input.ts'

/** A pitcher's season to the morning of the game, as the forecast needs it. Counts are finite and not negative. */
export interface EarlierStarts {
  readonly starts: number
  /** Sums over his starts. */
  readonly battersFaced: number
  readonly strikeOuts: number
  readonly baseOnBalls: number
  readonly hitByPitch: number
  readonly hits: number
  readonly homeRuns: number
  readonly earnedRuns: number
  /** Sums over his starts, each start back weighing `LENGTH_MEMORY` of the one after it. */
  readonly recent: {
    readonly weight: number
    readonly battersFaced: number
    readonly outs: number
    readonly short: number
  }
  /** Days since his last start. */
  readonly rest: number
  /** Whether he came out of the bullpen since. */
  readonly relieved: boolean
}

/** Each start back weighs this much of the one after it where length is asked (2019 to June, half months ahead). */
const LENGTH_MEMORY = 0.95
/** An opener's start ends by this many batters: once through the order. */
export const SHORT_START_BATTERS = 10
/** What hit batters come to where a log does not count them: per batter faced (Retrosheet, 2019 to June). */
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
 * His starts before the day of the game; games of that day or later are left out, whoever hands them in. Of his
 * relief appearances only one thing is asked: whether there was one since his last start, as openers have them.
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
