import type { PriceChange } from '@propsight/shared/contracts'
import {
  bookOver,
  decimalOdds,
  impliedChance,
  type OddsSide,
  type Quote,
  type VigRemoval,
} from '@propsight/shared/domain/odds'

/** A price from one change to the next. Null while the book does not offer the side. */
export interface PricePoint {
  /** Epoch milliseconds. */
  at: number
  american: number | null
  /** Chance at which a bet at the price breaks even. */
  chance: number | null
}

/** The consensus from one change to the next; null while no book offers both sides. */
export interface ConsensusPoint {
  at: number
  chance: number | null
}

export interface PriceHistory {
  books: readonly { book: string; points: readonly PricePoint[] }[]
  consensus: readonly ConsensusPoint[]
}

/** The lines of a history, the one with the most changes first. */
export function linesOf(changes: readonly PriceChange[]): number[] {
  const counts = [...Map.groupBy(changes, ({ line }) => line)].map(([line, of]) => ({
    line,
    count: of.length,
  }))
  return counts.sort((a, b) => b.count - a.count || a.line - b.line).map(({ line }) => line)
}

const quoteOf = ({ book, line, over, under }: PriceChange): Quote => ({
  book,
  line,
  over: over === null ? null : decimalOdds(over),
  under: under === null ? null : decimalOdds(under),
})

/**
 * The prices of one side of a line per book, and the chance of the side without margin over all books after each
 * change.
 * @param changes oldest first
 */
export function readHistory(
  changes: readonly PriceChange[],
  line: number,
  side: OddsSide,
  removal: VigRemoval,
): PriceHistory {
  const books = new Map<string, PricePoint[]>()
  const consensus: ConsensusPoint[] = []
  /** Chance of the over by each book that offers both sides now. Only the changed book is computed again. */
  const overs = new Map<string, number>()
  for (const change of changes) {
    if (change.line !== line) continue
    const at = Date.parse(change.at)
    const american = change[side]
    const chance = american === null ? null : impliedChance(decimalOdds(american))
    const points = books.get(change.book) ?? []
    books.set(change.book, points)
    points.push({ at, american, chance })
    const over = bookOver(quoteOf(change), removal)
    if (over === null) overs.delete(change.book)
    else overs.set(change.book, over)
    const sum = [...overs.values()].reduce((total, each) => total + each, 0)
    const mean = overs.size === 0 ? null : sum / overs.size
    const ofSide = mean === null || side === 'over' ? mean : 1 - mean
    // Changes of one read have one time, and the last state counts.
    if (consensus.at(-1)?.at === at) consensus.pop()
    consensus.push({ at, chance: ofSide })
  }
  return { books: [...books].map(([book, points]) => ({ book, points })), consensus }
}

/** The last point at or before a time; null before the first. */
export const pointAt = <P extends { at: number }>(points: readonly P[], at: number): P | null =>
  points.findLast((point) => point.at <= at) ?? null

/** Step lines of chances until `end`, one per stretch without a gap. */
export function stretches(
  points: readonly { at: number; chance: number | null }[],
  end: number,
): [at: number, chance: number][][] {
  const found: [number, number][][] = []
  let current: [number, number][] | null = null
  for (const [index, { at, chance }] of points.entries()) {
    const until = points[index + 1]?.at ?? Math.max(end, at)
    if (chance === null) {
      current = null
      continue
    }
    if (!current) {
      current = []
      found.push(current)
    }
    current.push([at, chance], [until, chance])
  }
  return found
}
