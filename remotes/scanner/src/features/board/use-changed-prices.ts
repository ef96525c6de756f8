import type { OddsSide } from '@propsight/shared/domain/odds'
import { useEffect, useRef, useState } from 'react'
import type { Row } from '../../state/rows.ts'
import { priceKey } from './cell-context.ts'

/** How long a changed price is marked. Milliseconds. */
const MARKED_MS = 6_000
const SIDES: readonly OddsSide[] = ['over', 'under']
const NONE: ReadonlySet<string> = new Set()

const pricesOf = (rows: readonly Row[]): Map<string, string> =>
  new Map(
    rows.flatMap((row) =>
      SIDES.flatMap((side) => {
        const price = row.best[side]
        return price ? [[priceKey(row, side), `${row.line} ${price.american}`] as const] : []
      }),
    ),
  )

/**
 * Keys of the best prices that the last read changed, for a moment. Another choice of books changes prices, too, and
 * marks nothing.
 * @param choice identifies the choices that the prices depend on
 */
export function useChangedPrices(rows: readonly Row[], choice: string): ReadonlySet<string> {
  const [changed, setChanged] = useState(NONE)
  const before = useRef({ choice, prices: new Map<string, string>() })
  useEffect(() => {
    const prices = pricesOf(rows)
    const { prices: old, choice: oldChoice } = before.current
    before.current = { choice, prices }
    if (choice !== oldChoice) return
    const keys = [...prices].flatMap(([key, price]) => (old.has(key) && old.get(key) !== price ? [key] : []))
    if (keys.length > 0) setChanged(new Set(keys))
  }, [rows, choice])
  useEffect(() => {
    if (changed.size === 0) return
    const timer = setTimeout(() => setChanged(NONE), MARKED_MS)
    return () => clearTimeout(timer)
  }, [changed])
  return changed
}
