import { useMemo, useRef } from 'react'
import type { Row } from '../../state/rows.ts'
import type { View } from '../../state/view.ts'
import { applyFilters, groupByGame, keepOrder, sortRows } from './apply-filters.ts'

interface ShownRows {
  rows: readonly Row[]
  /** Whether new prices would put the rows in another order than the one that is kept. */
  outdated: boolean
}

const isSameOrder = (a: readonly Row[], b: readonly Row[]): boolean =>
  a.length === b.length && a.every((row, at) => row.id === b[at]?.id)

/**
 * The rows of a view in its order. While prices are read again the order is kept, so that no row moves under the
 * pointer; another filter, another order, probabilities of another market or `round` sort anew.
 * @param round counts the requests to sort anew
 */
export function useShownRows(
  rows: readonly Row[],
  view: View,
  now: number,
  round: number,
  isStarred: (row: Row) => boolean,
): ShownRows {
  const kept = useRef<{ key: string; order: readonly string[] }>({ key: '', order: [] })
  const { search, stat, book, minValue, start, prices, starred, open, day, sort } = view
  // Sorted before they are filtered, so that a keystroke of the search does not sort them again.
  const ordered = useMemo(() => sortRows(rows, sort), [rows, sort])
  const valued = useMemo(() => {
    const stats = new Set(rows.flatMap(({ values, prop }) => (values.length > 0 ? [prop.stat] : [])))
    return [...stats].sort().join()
  }, [rows])
  return useMemo(() => {
    const key = JSON.stringify([
      search,
      stat,
      book,
      minValue,
      start,
      prices,
      starred,
      day,
      sort,
      valued,
      round,
    ])
    const filters = { search, stat, book, minValue, start, prices, starred, open }
    const found = applyFilters(ordered, filters, now, isStarred)
    const sorted = sort === 'value' ? groupByGame(found) : found
    const isSameView = kept.current.key === key && kept.current.order.length > 0
    const shown = isSameView ? keepOrder(sorted, kept.current.order) : sorted
    kept.current = { key, order: shown.map(({ id }) => id) }
    return { rows: shown, outdated: !isSameOrder(shown, sorted) }
  }, [
    ordered,
    now,
    search,
    stat,
    book,
    minValue,
    start,
    prices,
    starred,
    open,
    day,
    sort,
    valued,
    round,
    isStarred,
  ])
}
