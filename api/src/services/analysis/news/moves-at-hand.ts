import type { Deps } from '../../../deps.ts'
import { type MovesByPerson, readMoves } from './read-moves.ts'

/** Somebody's own questions go first: boards never wait for moves, and do without them until they are here. */
const LATER_MS = 2_500
/** How soon is looked again, whether they came or failed. */
const AGAIN_MS = 900_000
/** What is older says nothing about tonight. */
const LONGEST_MS = 6 * 3_600_000
/** How often is looked where nobody asks: the first board of a morning is to have them, too. */
const EVERY_MS = 3_600_000

type Parts = Pick<Deps, 'upstream' | 'clock' | 'log'>

interface Shelf {
  moves: MovesByPerson | undefined
  /** On the process's own clock, both. */
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
 * Everybody's roster moves, where they are at hand; what is not, or not new, is read a little later, for whoever asks
 * next.
 * @param laterMs when
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
 * Has moves at hand from soon after a start on.
 * @returns ends it
 */
export function keepMoves(parts: Parts): () => void {
  movesAtHand(parts)
  const again = setInterval(() => movesAtHand(parts), EVERY_MS).unref()
  return () => clearInterval(again)
}
