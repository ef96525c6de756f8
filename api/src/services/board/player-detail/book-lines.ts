import type { PlayerDetail, PlayerDetailBody } from '@propsight/shared/contracts'
import {
  canonicalClubCode,
  findStatType,
  type LeagueClock,
  normalisePlayerName,
} from '@propsight/shared/domain'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { type BoardLinesPorts, readBoardLines } from '../standard-lines.ts'

/** Limit of the contract: lines of one market. */
const MAX_LINES = 40

/**
 * The open lines of the book on a player by market, ascending. The board of one market has only that market, so that a
 * tab of the detail view would otherwise claim that the book has no line on the others.
 * @returns undefined if the book cannot be read or takes too long; never throws
 */
export async function readBookLines(
  parts: BoardLinesPorts & { readonly clock: LeagueClock },
  { name, team }: PlayerDetailBody['player'],
  timeoutMs: number,
): Promise<PlayerDetail['bookLines']> {
  const board = await withTimeout(readBoardLines(parts), timeoutMs)
  if (!board || board.length === 0) return undefined
  const now = parts.clock.now().toISOString()
  const own = board.filter(
    (line) =>
      !line.combo &&
      (line.gameTime === null || line.gameTime > now) &&
      normalisePlayerName(line.name) === normalisePlayerName(name) &&
      canonicalClubCode(line.team) === canonicalClubCode(team),
  )
  const byMarket = Map.groupBy(own, ({ statType }) => findStatType(statType)?.name ?? statType)
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
