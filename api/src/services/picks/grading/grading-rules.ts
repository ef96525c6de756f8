import type {
  BookRules,
  BoxScoreCounts,
  BoxScoreGroup,
  HittingCounts,
  Participation,
  PitchingCounts,
  Side,
  StatType,
} from '@propsight/shared/domain'

/**
 * Phase of a game. `suspended`: stopped after its start, to be completed later. `called-off`: not played on its
 * scheduled day.
 */
export type GamePhase = 'before' | 'playing' | 'suspended' | 'over' | 'called-off'

/**
 * Counts in one game, final or so far, of a player who took part in it: as a batter, runner or fielder, or as a pitcher.
 * `started` is null if the box score does not say.
 */
export type GameLine =
  | ({
      readonly group: 'hitting'
      readonly started: boolean | null
      readonly plateAppearances: number
      readonly atBats: number | null
    } & HittingCounts)
  | ({ readonly group: 'pitching'; readonly started: boolean } & PitchingCounts)
  | ({ readonly group: BoxScoreGroup } & BoxScoreCounts)

type BaseballLine = Extract<GameLine, { started: unknown }>

export interface LineResult {
  readonly status: 'pending' | 'in-progress' | 'suspended' | 'winner' | 'loser' | 'push' | 'no-game'
  /** Value of the player, in the unit of the market. */
  readonly actual: number | null
}

const OUTS_OF_AN_INNING = 3

/** @throws Error for an unknown value: the leg stays open until the box score has the count */
function counted<T>(value: T | null): T {
  if (value === null) throw new Error('a box score lacks a count')
  return value
}

/** Whether a player did in the game what a book requires; null if the box score does not say. */
function tookPart(line: BaseballLine, required: Participation): boolean | null {
  if (required === 'any-play' || required === 'any-pitch') return true
  if (line.started !== true || required === 'start') return line.started
  return line.group === 'hitting' ? counted(line.atBats) > 0 : line.outs >= OUTS_OF_AN_INNING
}

/**
 * Value of a player's line; null when the player did not take part as the book requires. A start that the box score does
 * not state is only needed for the result, and is not guessed: the leg stays open for a corrected box score.
 */
function amountOf(
  stat: StatType,
  line: GameLine | null,
  { participation }: BookRules,
  phase: GamePhase,
): number | null {
  if (line?.group !== stat.group) return null
  // A box score lists those who played, which is all that books ask for in other sports.
  if (line.group !== 'hitting' && line.group !== 'pitching') return counted(boxScoreValue(stat, line))
  const took = tookPart(line, participation.value[line.group])
  if (took === false) return null
  if (took === null && phase === 'over') throw new Error('a box score does not say who started')
  return counted(line.group === 'hitting' ? hittingValue(stat, line) : pitchingValue(stat, line))
}
const boxScoreValue = (stat: StatType, line: BoxScoreCounts): number | null =>
  stat.group === 'hitting' || stat.group === 'pitching' ? null : stat.value(line)
const hittingValue = (stat: StatType, line: HittingCounts): number | null =>
  stat.group === 'hitting' ? stat.value(line) : null
const pitchingValue = (stat: StatType, line: PitchingCounts): number | null =>
  stat.group === 'pitching' ? stat.value(line) : null

/**
 * Grades a line in one game (P7): pending before the first pitch, in progress or suspended with the current value until
 * the game is completed, then winner, loser or push. NO GAME when the game was called off, or the player did not take
 * part as the book requires.
 * @param line the number to beat, in the unit of the market
 * @param played the player's counts of that game; null when the player did not take part, or not yet
 * @param rules of the book of the line
 * @throws Error when the player took part and the box score lacks a count of the market, or a start that is required
 */
export function gradeLine(
  stat: StatType,
  line: number,
  side: Side,
  phase: GamePhase,
  played: GameLine | null,
  rules: BookRules,
): LineResult {
  if (phase === 'before') return { status: 'pending', actual: null }
  if (phase === 'called-off') return { status: 'no-game', actual: null }
  const actual = amountOf(stat, played, rules, phase)
  if (phase === 'playing') return { status: 'in-progress', actual }
  if (phase === 'suspended') return { status: 'suspended', actual }
  if (actual === null) return { status: 'no-game', actual: null }
  if (actual === line) return { status: 'push', actual }
  return { status: actual > line === (side === 'OVER') ? 'winner' : 'loser', actual }
}

const HOUR_MS = 3_600_000

/** When a game was due to start, and when it goes on after a suspension if that is known, in milliseconds since 1970. */
export interface GameTimes {
  readonly startsAt: number
  readonly resumesAt: number | null
}

/** A line on a game that was suspended. */
interface SuspendedLine {
  readonly line: number
  readonly side: Side
  /** Whether the game is still suspended. */
  readonly isSuspended: boolean
  /** Reads the value at the suspension; null if it is not known. */
  readPartial(): number | null
}

/**
 * Grades a line on a game that was suspended and is not resumed in the time of the book: void, or by the value at the
 * suspension where the book lets a decided line stand. Counts never fall, so a line is decided once they are above it.
 * @param now milliseconds since 1970
 * @returns null while the line stays open, and for a game that was resumed in time
 * @throws Error when the value at the suspension is needed and cannot be read
 */
export function gradeSuspended(
  { value: rule }: BookRules['suspendedGame'],
  { startsAt, resumesAt }: GameTimes,
  { line, side, isSuspended, readPartial }: SuspendedLine,
  now: number,
): LineResult | null {
  if (rule.kind === 'stays-open') return null
  const limit = startsAt + rule.hours * HOUR_MS
  const isTooLate = resumesAt === null ? isSuspended && now > limit : resumesAt > limit
  if (!isTooLate) return null
  const partial = rule.unlessDecided ? readPartial() : null
  if (partial === null || partial <= line) return { status: 'no-game', actual: null }
  return { status: side === 'OVER' ? 'winner' : 'loser', actual: partial }
}
