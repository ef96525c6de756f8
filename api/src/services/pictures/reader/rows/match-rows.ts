import { type Box, heightOf, middleOf } from '../pixels/geometry.ts'
import type { CardRow } from './card-row.ts'

/** One row as read by the two passes; null if a pass did not find it. */
export type RowPair = readonly [first: CardRow | null, second: CardRow | null]

const centre = ({ x0, x1 }: Box) => (x0 + x1) / 2

/** Whether two rows are the same row of the image: their stats have the same position. */
function sameRow(a: CardRow, b: CardRow): boolean {
  const reach = 1.2 * Math.max(a.stat.piece.capital, heightOf(a.stat.box) / 2)
  const [one, other] = [a.stat.box, b.stat.box]
  return (
    Math.abs(middleOf(one) - middleOf(other)) < reach && Math.abs(centre(one) - centre(other)) < 4 * reach
  )
}

/** Pairs the rows of two passes. A row that only one pass found is paired with null. */
export function matchRows(first: readonly CardRow[], second: readonly CardRow[]): RowPair[] {
  const left = new Set(second)
  const pairs = first.map((row): RowPair => {
    const match = [...left].find((other) => sameRow(row, other)) ?? null
    if (match) left.delete(match)
    return [row, match]
  })
  return [...pairs, ...[...left].map((row): RowPair => [null, row])]
}
