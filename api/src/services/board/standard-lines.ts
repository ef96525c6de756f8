import type { Line } from '@propsight/shared/contracts'
import { canonicalClubCode, easternDate, findStatType, normalisePlayerName } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import { deriveOnce } from '../../platform/cache/derive-once.ts'

type OfferedLine = Pick<Line, 'name' | 'team' | 'statType' | 'gameTime' | 'oddsType' | 'line'> &
  Partial<Pick<Line, 'combo' | 'promo' | 'regularLine'>>

/** Returns the book's standard line on the player, market and game of a line; null if it offers none. */
export type StandardLineOf = (line: OfferedLine) => number | null

const keyOf = ({ name, team, statType }: OfferedLine): string =>
  JSON.stringify([
    normalisePlayerName(name),
    canonicalClubCode(team),
    findStatType(statType)?.name ?? statType,
  ])

/**
 * The book's own number: a promotion lowers a line without telling anything about the player. Null for a
 * promotion whose regular line the book does not list.
 */
const ownLine = ({ line, promo, regularLine }: OfferedLine): number | null =>
  regularLine ?? (promo ? null : line)

interface IndexedLine {
  /** Start of the game in ms; null if it is not known. */
  readonly start: number | null
  /** The offered number, which a promotion may have changed. */
  readonly line: number
  readonly standardLine: number
}

/** Start of a line's game in ms; null if it is not known. */
function startOf({ gameTime }: OfferedLine): number | null {
  const start = Date.parse(gameTime ?? '')
  return Number.isNaN(start) ? null : start
}

const dayOf = (start: number): string => easternDate(new Date(start))

/**
 * Chooses the lines on the game that begins at `start`: of its league day the nearest ones, because the book
 * may move a start. Without a known start, the lines of the only game.
 */
function ofSameGame(lines: readonly IndexedLine[], start: number | null): readonly IndexedLine[] {
  if (start === null) return new Set(lines.map((each) => each.start)).size === 1 ? lines : []
  const day = dayOf(start)
  const ofDay = lines.flatMap((each) =>
    each.start !== null && dayOf(each.start) === day
      ? [{ each, distance: Math.abs(each.start - start) }]
      : [],
  )
  const nearest = Math.min(...ofDay.map(({ distance }) => distance))
  return ofDay.filter(({ distance }) => distance === nearest).map(({ each }) => each)
}

function toIndexedLine(line: OfferedLine): IndexedLine[] {
  const standardLine = ownLine(line)
  const isStandard = line.oddsType === 'standard' && !line.combo
  return isStandard && standardLine !== null ? [{ start: startOf(line), line: line.line, standardLine }] : []
}

/**
 * Indexes the standard lines of a board, once per board. Of several standard lines of one player, market and
 * game, a line that is one of them is its own.
 * @param board all lines of the book, before any filter
 */
export const standardLines = deriveOnce((board: readonly OfferedLine[]): StandardLineOf => {
  const entries = board.flatMap((line) =>
    toIndexedLine(line).map((indexed) => [keyOf(line), indexed] as const),
  )
  const offered = Map.groupBy(entries, ([key]) => key)
  return (line) => {
    const lines = (offered.get(keyOf(line)) ?? []).map(([, indexed]) => indexed)
    const standard = ofSameGame(lines, startOf(line))
    const found = standard.find((each) => each.line === line.line) ?? standard[0]
    if (found) return found.standardLine
    return line.oddsType === 'standard' ? ownLine(line) : null
  }
})

/**
 * Reads the book's standard lines. Without the book, a standard line is its own, and goblins and demons have
 * none.
 */
export async function readStandardLines({
  upstream,
  log,
}: Pick<Deps, 'upstream' | 'log'>): Promise<StandardLineOf> {
  try {
    return standardLines((await upstream.lines.board()).value.lines)
  } catch (error) {
    log.warn({ err: error }, 'probabilities without the standard lines of the book')
    return standardLines([])
  }
}
