import type { Logger } from 'pino'
import * as z from 'zod'
import { deriveOnce } from '../../platform/cache/derive-once.ts'
import { createReadThrough } from '../../platform/cache/read-through.ts'
import type { RedisClient } from '../../platform/redis.ts'
import { createSigner } from '../../platform/signer.ts'
import type { Timer } from '../../platform/timer.ts'

/** How long a board can be read under its address, and how long a CDN and a browser may keep it. */
export const SHARED_BOARD_MS = 5 * 60_000

const MAX_BOARDS = 200
/** Limit in memory: about a hundred boards of three hundred lines. */
const MEMORY_CHARS = 30_000_000

/** Path of a shared board without its id. */
export const SHARED_BOARD_PATH = '/api/boards'

/**
 * Boards under addresses of their own, so that a CDN in front of the API sends them. A board is the same for all
 * users with a paid run of its market; the API checks the run and sends the address.
 */
export interface SharedBoards {
  /**
   * Stores a board and returns its path. The address is an HMAC of the bytes: the same board has one address, on
   * all instances, and only clients that received it know it.
   */
  publish(brotli: Buffer): string
  /** The board of an address, compressed with Brotli; null when it is unknown or was published too long ago. */
  read(id: string): Promise<Buffer | null>
}

interface SharedBoardsOptions {
  /** Secret of the server, from which the key of the addresses is derived. */
  secret: string
  timer: Timer
  /** Through it, an instance sends the boards that another one published. */
  redis: RedisClient | null
  log: Logger
}

export function createSharedBoards({ secret, timer, redis, log }: SharedBoardsOptions): SharedBoards {
  const { sign } = createSigner(secret, 'shared board 1')
  const ages = { freshMs: SHARED_BOARD_MS, graceMs: SHARED_BOARD_MS, keepMs: SHARED_BOARD_MS }
  const boards = createReadThrough<string>({
    name: 'boards:1',
    schema: z.base64(),
    ages,
    entries: MAX_BOARDS,
    memoryChars: MEMORY_CHARS,
    timer,
    redis,
    log,
  })
  const encode = deriveOnce((brotli: Buffer) => {
    const value = brotli.toString('base64')
    return { id: sign(value), value }
  })
  const isKept = (readAtMs: number) => timer.now() - readAtMs < SHARED_BOARD_MS
  return {
    publish(brotli) {
      const { id, value } = encode(brotli)
      const stored = boards.get(id)
      // Renewed in its second half, so that the address still works when the client requests it.
      const isRecent = stored && timer.now() - stored.readAtMs < SHARED_BOARD_MS / 2
      if (!isRecent) boards.put(id, { value, readAtMs: timer.now() })
      return `${SHARED_BOARD_PATH}/${id}`
    },
    async read(id) {
      const own = boards.get(id)
      // Another instance may have published the board again since this one kept it.
      const stored = own && isKept(own.readAtMs) ? own : await boards.fetch(id)
      return stored && isKept(stored.readAtMs) ? Buffer.from(stored.value, 'base64') : null
    },
  }
}
