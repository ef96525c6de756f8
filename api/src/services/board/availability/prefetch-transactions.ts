import type { Deps } from '../../../deps.ts'
import { type MovesByPerson, readMoves } from './read-transactions.ts'

/**
 * Delay of a read, so that the requests of the current user go first. Boards do not wait for the
 * transactions.
 */
const LATER_MS = 2_500
/** Minimum time between two reads, successful or failed. */
const AGAIN_MS = 900_000
/** Maximum age of transactions that are still used. */
const LONGEST_MS = 6 * 3_600_000
/** Interval of reads without requests, so that the first board of a day has the transactions too. */
const EVERY_MS = 3_600_000

type Parts = Pick<Deps, 'upstream' | 'clock' | 'log'>

interface Shelf {
  moves: MovesByPerson | undefined
  /** Both in monotonic milliseconds (`performance.now`). */
  filledAtMs: number
  dueAtMs: number
}
const shelves = new WeakMap<Parts['upstream'], Shelf>()

async function fill(parts: Parts, shelf: Shelf): Promise<void> {
  try {
    shelf.moves = (await readMoves(parts)).value
    shelf.filledAtMs = performance.now()
  } catch (error) {
    parts.log.warn({ err: error }, 'logs are answered without roster moves, or with earlier ones')
  }
}

/**
 * Returns the prefetched roster transactions of all players, at most six hours old; undefined before the
 * first read. Never waits: starts a read in the background, for later calls, when the last one was 15 minutes
 * ago.
 * @param laterMs delay of that read
 */
export function movesAtHand(parts: Parts, laterMs = LATER_MS): MovesByPerson | undefined {
  const shelf = shelves.get(parts.upstream) ?? { moves: undefined, filledAtMs: 0, dueAtMs: 0 }
  shelves.set(parts.upstream, shelf)
  const now = performance.now()
  if (now >= shelf.dueAtMs) {
    shelf.dueAtMs = now + AGAIN_MS
    setTimeout(() => fill(parts, shelf), laterMs).unref()
  }
  return now - shelf.filledAtMs < LONGEST_MS ? shelf.moves : undefined
}

/**
 * Prefetches the roster transactions now and every hour.
 * @returns a function that stops the prefetch
 */
export function keepMoves(parts: Parts): () => void {
  movesAtHand(parts)
  const again = setInterval(() => movesAtHand(parts), EVERY_MS).unref()
  return () => clearInterval(again)
}
