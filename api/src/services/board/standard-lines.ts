import type { Line, PlayerDetail, PlayerDetailBody } from '@propsight/shared/contracts'
import {
  canonicalClubCode,
  canonicalStat,
  easternDate,
  type LeagueClock,
  normalisePlayerName,
  type SportCode,
} from '@propsight/shared/domain'
import type { BookLine } from '@propsight/shared/domain/prop'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'

export type OfferedLine = Pick<Line, 'name' | 'team' | 'statType' | 'gameTime' | 'oddsType' | 'line'> &
  Partial<Pick<Line, 'combo' | 'promo' | 'regularLine'>>

/** A market of a player in the names of the book. */
type BookMarket = Pick<OfferedLine, 'name' | 'team' | 'statType' | 'gameTime'>

/** Returns the book's standard line on the player, market and game of a line; null if it offers none. */
export type StandardLineOf = (line: OfferedLine) => number | null

const keyOf = ({ name, team, statType }: BookMarket): string =>
  JSON.stringify([normalisePlayerName(name), canonicalClubCode(team), canonicalStat(statType)])

/**
 * The book's own number: a promotion lowers a line without telling anything about the player. Null for a
 * promotion whose regular line the book does not list.
 */
const ownLine = ({ line, promo, regularLine }: OfferedLine): number | null =>
  regularLine ?? (promo ? null : line)

interface IndexedLine extends BookLine {
  /** Start of the game in ms; null if it is not known. */
  readonly start: number | null
  /** The book's own number; null for a promotion whose regular line the book does not list. */
  readonly standardLine: number | null
  readonly promo: boolean
}

/** Start of a line's game in ms; null if it is not known. */
function startOf({ gameTime }: BookMarket): number | null {
  const start = Date.parse(gameTime ?? '')
  return Number.isNaN(start) ? null : start
}

/** Few games begin at different times, and formatting a date takes a fifth of the time of a board. */
const days = new LRUCache<number, string>({ max: 1_000, memoMethod: (start) => easternDate(new Date(start)) })
const dayOf = (start: number): string => days.memo(start)

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

/** The lines of a board on the player, market and game of a line. */
const indexLines = deriveOnce((board: readonly OfferedLine[]) => {
  const offered = Map.groupBy(
    board.filter(({ combo }) => !combo),
    keyOf,
  )
  return (market: BookMarket): readonly IndexedLine[] => {
    const lines = (offered.get(keyOf(market)) ?? []).map((each) => ({
      start: startOf(each),
      // The number, which a promotion may have changed.
      line: each.line,
      oddsType: each.oddsType,
      standardLine: each.oddsType === 'standard' ? ownLine(each) : null,
      promo: each.promo ?? false,
    }))
    // The book may list its lines in another order with each answer.
    const ascending = lines.toSorted((a, b) => a.line - b.line)
    return ofSameGame(ascending, startOf(market))
  }
})

/**
 * The lines of the book on a market, without promotions, ascending, and its standard line, the lowest of several; null
 * if it offers none.
 */
export function bookMarketOf(board: readonly OfferedLine[], market: BookMarket) {
  const lines = indexLines(board)(market)
  return {
    standardLine: lines.find(({ standardLine }) => standardLine !== null)?.standardLine ?? null,
    offered: lines.filter(({ promo }) => !promo).map(({ line, oddsType }) => ({ line, oddsType })),
  }
}

/**
 * Indexes the standard lines of a board, once per board. Of several standard lines of one player, market and
 * game, a line that is one of them is its own.
 * @param board all lines of the book, before any filter
 */
export function standardLines(board: readonly OfferedLine[]): StandardLineOf {
  const find = indexLines(board)
  return (line) => {
    const standard = find(line).filter(({ standardLine }) => standardLine !== null)
    const found = standard.find((each) => each.line === line.line) ?? standard[0]
    if (found) return found.standardLine
    return line.oddsType === 'standard' ? ownLine(line) : null
  }
}

/** Whether a line is a promotion: it says so, or the board offers its number as a promotion only. */
export function isPromotion(line: OfferedLine, board: readonly OfferedLine[]): boolean {
  const same = indexLines(board)(line).filter(
    (each) => each.oddsType === 'standard' && each.line === line.line,
  )
  return line.promo || (line.oddsType === 'standard' && same.length > 0 && same.every(({ promo }) => promo))
}

export interface BoardLinesPorts {
  readonly upstream: {
    readonly lines: {
      board(
        state?: string,
        sport?: SportCode,
      ): Promise<{ readonly value: { readonly lines: readonly OfferedLine[] } }>
    }
    readonly leagues: readonly { readonly sport: SportCode }[]
  }
  readonly log: Logger
}

/** The result for a book that cannot be read: one object, so that what is derived from it is kept. */
export const UNREADABLE_BOOK: readonly OfferedLine[] = []

const joinBoards = deriveOnce(
  (first: readonly OfferedLine[], ...others: readonly (readonly OfferedLine[])[]): readonly OfferedLine[] =>
    [first, ...others].flat(),
)

/** Reads all lines of the book on the open sports; `UNREADABLE_BOOK`, with a warning, when it cannot be read. */
export async function readBoardLines({ upstream, log }: BoardLinesPorts): Promise<readonly OfferedLine[]> {
  try {
    const [first, ...others] = await Promise.all([
      upstream.lines.board(),
      ...upstream.leagues.map(({ sport }) => upstream.lines.board(undefined, sport)),
    ])
    if (others.length === 0) return first.value.lines
    return joinBoards(first.value.lines, ...others.map(({ value }) => value.lines))
  } catch (error) {
    log.warn({ err: error }, 'answer without the lines of the book')
    return UNREADABLE_BOOK
  }
}

/** Limit of the contract: lines of one market. */
const MAX_LINES = 40

const playerKey = ({ name, team }: Pick<BookMarket, 'name' | 'team'>): string =>
  JSON.stringify([normalisePlayerName(name), canonicalClubCode(team)])

/** The lines of a board by player: a board has thousands, and each detail view asks for those of one player. */
const linesByPlayer = deriveOnce((board: readonly OfferedLine[]) =>
  Map.groupBy(
    board.filter(({ combo }) => !combo),
    playerKey,
  ),
)

/**
 * The open lines of the book on a player by market, ascending. The board of one market has only that market, so that a
 * tab of the detail view would otherwise claim that the book has no line on the others.
 * @returns undefined if the book cannot be read or takes too long; never throws
 */
export async function readBookLines(
  parts: BoardLinesPorts & { readonly clock: LeagueClock },
  player: PlayerDetailBody['player'],
  timeoutMs: number,
): Promise<PlayerDetail['bookLines']> {
  const board = await withTimeout(readBoardLines(parts), timeoutMs)
  if (!board || board.length === 0) return undefined
  const now = parts.clock.now().toISOString()
  const own = linesByPlayer(board).get(playerKey(player)) ?? []
  const open = own.filter(({ gameTime }) => gameTime === null || gameTime > now)
  const byMarket = Map.groupBy(open, ({ statType }) => canonicalStat(statType))
  return Object.fromEntries(
    [...byMarket].map(([stat, lines]) => [
      stat,
      lines
        .map(({ line, oddsType }) => ({ line, oddsType }))
        .toSorted((a, b) => a.line - b.line)
        .slice(0, MAX_LINES),
    ]),
  )
}
