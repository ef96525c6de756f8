import type { GameLogRecord } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../platform/cache/cache.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'

/** Time that a cached board is served without a check of its records. Game logs change every few minutes. */
const FRESH_MS = 3_000
/**
 * Time that it is still served while the check runs. Without this grace a busy thread would stream every
 * board again and become slower still.
 */
const STALE_MS = 15_000
/**
 * Maximum time that a request waits for the check of a cached board. With cached game logs it takes about 20 ms, and
 * about 100 ms when records have changed and are compressed again.
 */
const CHECK_TIMEOUT_MS = 200
/** Limit of all compressed boards together: about sixty boards of three hundred lines. */
const MAX_BYTES = 32_000_000
/**
 * A board that no request has stored or checked for this long is dropped, together with its records. Old records would otherwise
 * stay in memory after the game logs were read again; they are at least ten times as large as the compressed
 * board.
 */
const UNUSED_MS = 5 * 60_000
export interface CachedBoard {
  readonly records: readonly GameLogRecord[]
  /** The records as JSON lines, compressed with Brotli. */
  readonly brotli: Buffer
}

export interface BoardCache {
  /**
   * Finds a cached board whose records are still current. A board whose records have changed is compressed again, so
   * that parallel requests do not each stream it.
   * @param asOf reference time of the board; a board of another reference time is checked again
   * @param collect collects the records for the check; called once for parallel requests, and at most every 3
   * s
   * @returns null when there is none, a game log cannot be read, or the check fails or takes too long
   */
  find(
    key: string,
    asOf: number,
    collect: () => Promise<readonly GameLogRecord[]>,
  ): Promise<CachedBoard | null>
  /**
   * Caches a board that was just sent. Boards with an unreadable game log are not cached, so that a new request
   * reads it again.
   */
  keep(key: string, asOf: number, board: CachedBoard): void
}

/**
 * Compares records. `streamGameLogs` returns the same object for an unchanged player; other records are few and
 * short.
 */
const sameRecords = (a: readonly GameLogRecord[], b: readonly GameLogRecord[]): boolean =>
  a.length === b.length &&
  a.every((record, at) => {
    const other = b[at]
    if (record === other) return true
    if ('games' in record) return false
    return JSON.stringify(record) === JSON.stringify(other)
  })

const isFailure = (record: GameLogRecord): boolean =>
  record.type === 'missing' && record.reason === 'upstream failed'

/**
 * Creates a cache of compressed boards. All users who open a market within a minute get the same board. The caller
 * must check the user's right to the board on every request.
 * @param compress compresses the JSON lines of records with Brotli
 */
export function createBoardCache(
  compress: (records: readonly GameLogRecord[]) => Promise<Buffer>,
  now: () => number = () => performance.now(),
): BoardCache {
  const boards = new LRUCache<string, CachedBoard & { asOf: number; seenMs: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ brotli }) => brotli.length,
  })
  const checks = createSingleFlight<CachedBoard | null>()

  const put = (key: string, asOf: number, { records, brotli }: CachedBoard) => {
    boards.set(key, { records, brotli, asOf, seenMs: now() })
    for (const [other, { seenMs }] of [...boards]) if (now() - seenMs >= UNUSED_MS) boards.delete(other)
  }
  /** The board with its current records; null if one of them is a failure. */
  const renew = async (
    board: CachedBoard,
    collect: () => Promise<readonly GameLogRecord[]>,
  ): Promise<CachedBoard | null> => {
    const records = await collect()
    if (sameRecords(board.records, records)) return board
    return records.some(isFailure) ? null : { records, brotli: await compress(records) }
  }
  const checkBoard = async (
    key: string,
    asOf: number,
    board: CachedBoard,
    collect: () => Promise<readonly GameLogRecord[]>,
  ): Promise<CachedBoard | null> => {
    const checked = await renew(board, collect).catch(() => null)
    // A request may have cached a newer board during the check. That board stays.
    const isReplaced = boards.get(key)?.brotli !== board.brotli
    if (checked && !isReplaced) put(key, asOf, checked)
    if (!checked && !isReplaced) boards.delete(key)
    return checked
  }
  return {
    async find(key, asOf, collect) {
      const board = boards.get(key)
      if (!board) return null
      const ageMs = board.asOf === asOf ? now() - board.seenMs : Number.POSITIVE_INFINITY
      if (ageMs < FRESH_MS) return board
      const running = checks.run(`${key} ${asOf}`, () => checkBoard(key, asOf, board, collect))
      return ageMs < STALE_MS ? board : withTimeout(running, CHECK_TIMEOUT_MS)
    },
    keep(key, asOf, board) {
      if (!board.records.some(isFailure)) put(key, asOf, board)
    },
  }
}
