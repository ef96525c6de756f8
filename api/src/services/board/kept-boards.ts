import { setTimeout as wait } from 'node:timers/promises'
import type { GameLogRecord } from '@propsight/shared/contracts'

/** How long a board serves others without another look at what it was made of, which is read minutes apart. */
const FRESH_MS = 3_000
/** How long it serves on while that look is under way: a busy thread would take ever longer, compressing everything anew. */
const STALE_MS = 15_000
/** How long an answer is held back to find out whether a kept board still holds; logs that are at hand take a tenth. */
const LOOK_MS = 200
/** Compressed boards, together: some sixty of three hundred lines. */
const MOST_BYTES = 32_000_000
/**
 * A board that nobody asked for so long goes, and with it what it was made of: logs that were read anew since then would
 * stay in memory beside the new ones, ten times what is counted above and more.
 */
const UNSEEN_MS = 5 * 60_000
/** Boards that were asked for once: what only one user chose is not worth compressing a second time. */
const MOST_SEEN = 500

export interface KeptBoard {
  readonly records: readonly GameLogRecord[]
  /** The records as lines, compressed. */
  readonly brotli: Buffer
}

export interface KeptBoards {
  /**
   * A kept board that is still what would be answered now, or null.
   * @param asOf the time that it is about
   * @param collect makes its records anew; asked once for all who come at a time, never within three seconds of the last
   */
  find(key: string, asOf: number, collect: () => Promise<readonly GameLogRecord[]>): Promise<KeptBoard | null>
  /**
   * Keeps what was just answered, from the second time on that somebody asked for it; not what could only be read in
   * part, since whoever asks again wants the rest. Never throws.
   */
  keep(key: string, asOf: number, records: readonly GameLogRecord[]): void
}

/** The same records: players' are the same objects while nothing in them changes, the few others are short. */
const sameRecords = (a: readonly GameLogRecord[], b: readonly GameLogRecord[]): boolean =>
  a.length === b.length &&
  a.every((record, at) => {
    const other = b[at]
    if (record === other) return true
    if (record.type === 'player' || record.type === 'pitcher') return false
    return JSON.stringify(record) === JSON.stringify(other)
  })

const isFailure = (record: GameLogRecord): boolean =>
  record.type === 'missing' && record.reason === 'upstream failed'

interface Options {
  compress(records: readonly GameLogRecord[]): Promise<Buffer>
  onError(error: unknown): void
  now?: () => number
}

/**
 * Boards that were answered and compressed before. A stream of three hundred logs takes a fifth of a second to compress,
 * and everybody who opens a category in one minute gets the same. Who may have it is the caller's to check, each time.
 */
export function createKeptBoards({ compress, onError, now = () => performance.now() }: Options): KeptBoards {
  const boards = new Map<string, KeptBoard & { asOf: number; seenMs: number }>()
  const seen = new Set<string>()
  const looks = new Map<string, Promise<KeptBoard | null>>()
  const compressing = new Set<string>()
  let bytes = 0

  const drop = (key: string) => {
    bytes -= boards.get(key)?.brotli.length ?? 0
    boards.delete(key)
  }
  const put = (key: string, asOf: number, board: KeptBoard) => {
    drop(key)
    boards.set(key, { ...board, asOf, seenMs: now() })
    bytes += board.brotli.length
    for (const [oldest, { seenMs }] of boards) {
      if (bytes <= MOST_BYTES && now() - seenMs < UNSEEN_MS) break
      drop(oldest)
    }
  }
  const look = async (
    key: string,
    asOf: number,
    board: KeptBoard,
    collect: () => Promise<readonly GameLogRecord[]>,
  ): Promise<KeptBoard | null> => {
    const records = await collect().catch(() => null)
    const holds = records !== null && sameRecords(board.records, records)
    if (holds) put(key, asOf, board)
    else drop(key)
    return holds ? board : null
  }
  return {
    async find(key, asOf, collect) {
      const board = boards.get(key)
      if (!board) return null
      const ageMs = board.asOf === asOf ? now() - board.seenMs : Number.POSITIVE_INFINITY
      if (ageMs < FRESH_MS) return board
      const looking = looks.get(key) ?? look(key, asOf, board, collect).finally(() => looks.delete(key))
      looks.set(key, looking)
      return ageMs < STALE_MS ? board : Promise.race([looking, wait(LOOK_MS, null, { ref: false })])
    },
    keep(key, asOf, records) {
      if (records.some(isFailure)) return
      if (!seen.delete(key)) {
        seen.add(key)
        const [oldest] = seen
        if (seen.size > MOST_SEEN && oldest !== undefined) seen.delete(oldest)
        return
      }
      seen.add(key)
      if (compressing.has(key)) return
      compressing.add(key)
      compress(records)
        .then((brotli) => put(key, asOf, { records, brotli }), onError)
        .finally(() => compressing.delete(key))
    },
  }
}
