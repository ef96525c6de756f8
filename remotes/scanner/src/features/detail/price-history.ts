import type { PriceChange } from '@propsight/shared/contracts'
import {
  decimalOdds,
  findOutOfLine,
  impliedChance,
  lineConsensus,
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
  /** Changes to prices that were out of line when they were made: they do not count in the consensus. */
  outOfLine: ReadonlySet<PriceChange>
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
 * The prices of one side of a line per book, and the chance of the side without margin over the books after each
 * change, without those whose price is out of line then.
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
  const outOfLine = new Set<PriceChange>()
  /** Current quote of each book, with its change. */
  const current = new Map<string, Quote & { change: PriceChange }>()
  const own = changes.filter((change) => change.line === line)
  for (const [index, change] of own.entries()) {
    const at = Date.parse(change.at)
    const american = change[side]
    const chance = american === null ? null : impliedChance(decimalOdds(american))
    const points = books.get(change.book) ?? []
    books.set(change.book, points)
    points.push({ at, american, chance })
    current.set(change.book, { ...quoteOf(change), change })
    // Changes of one read have one time, and the state after all of them counts.
    if (own[index + 1]?.at === change.at) continue
    const quotes = [...current.values()]
    const far = findOutOfLine(quotes)
    for (const quote of far) outOfLine.add(quote.change)
    const credible = quotes.filter((quote) => !far.has(quote))
    const over = lineConsensus(credible, line, removal)?.over ?? null
    consensus.push({ at, chance: over === null || side === 'over' ? over : 1 - over })
  }
  return { books: [...books].map(([book, points]) => ({ book, points })), consensus, outOfLine }
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
