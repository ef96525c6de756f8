import { loosePlayerName, normalisePlayerName } from '@propsight/shared/domain'
import { useMemo, useRef } from 'react'
import type { Row } from '../../state/rows.ts'
import type { Prices, Sort, Start, View } from '../../state/view.ts'

type Filters = Pick<View, 'search' | 'stat' | 'book' | 'minValue' | 'start' | 'prices' | 'starred' | 'open'>

const HOUR_MS = 3_600_000
const PERCENT = 100
const WITHIN_MS: Readonly<Record<Exclude<Start, 'all'>, number>> = {
  ahead: Number.POSITIVE_INFINITY,
  '2h': 2 * HOUR_MS,
  '6h': 6 * HOUR_MS,
}

const startOf = ({ event }: Row): number => (event ? Date.parse(event.startsAt) : Number.POSITIVE_INFINITY)

function startsWithin(row: Row, start: Start, now: number): boolean {
  if (start === 'all') return true
  const ahead = startOf(row) - now
  return ahead > 0 && ahead <= WITHIN_MS[start]
}

/**
 * The test of a search text: every word is a part of the player's name or of a club's code. Accents, case and
 * punctuation do not matter.
 */
function searchTest(search: string): (row: Row) => boolean {
  const words = normalisePlayerName(search).split(' ').filter(Boolean)
  const matches = (text: string) =>
    words.every((word) => text.includes(word) || text.includes(loosePlayerName(word)))
  return words.length === 0 ? () => true : ({ text }) => matches(text)
}

/** Whether a book offers both sides of the line at a price that is not stale. */
const hasCurrentPrices = ({ stale, noVigOver }: Row): boolean => !stale && noVigOver !== null

const MOST_HOLD = 0.02

/** Whether a prop has the bets on both sides that a view asks for. */
function hasBets({ twoSided: { sameLine, middle } }: Row, prices: Prices): boolean {
  if (prices === 'hold') return (sameLine?.profit ?? -1) >= -MOST_HOLD
  if (prices === 'arbitrage') return (sameLine?.profit ?? -1) > 0
  if (prices === 'middle') return middle !== null && (middle.middle ?? 0) > (middle.breakEven ?? 1)
  return true
}

/** The rows that pass the filters of a view. @param now epoch milliseconds */
export function applyFilters(
  rows: readonly Row[],
  view: Filters,
  now: number,
  isStarred: (row: Row) => boolean,
): Row[] {
  const { stat, book, minValue, start, prices, starred, open } = view
  const wantsAll = prices !== 'current' || starred || view.search.trim() !== ''
  const isFound = searchTest(view.search)
  return rows.filter(
    (row) =>
      (stat === null || row.prop.stat === stat) &&
      (book === null || row.best.over?.book === book || row.best.under?.book === book) &&
      (minValue === null || PERCENT * (row.values[0]?.value.expected ?? Number.NaN) >= minValue) &&
      (wantsAll || hasCurrentPrices(row) || row.id === open || row.leagueId === open) &&
      hasBets(row, prices) &&
      startsWithin(row, start, now) &&
      (!starred || isStarred(row)) &&
      isFound(row),
  )
}

/** The distance of the engine's probability from that of the books without margin; null without one of the two. */
const gapOf = ({ shown, noVigOver }: Row): number | null => {
  if (!shown || noVigOver === null) return null
  // Without pushes, as the books' chances are.
  return Math.abs(shown.over / (shown.over + shown.under || 1) - noVigOver)
}

/** Sort keys, the greatest first; rows without one are last. */
const KEYS: Readonly<Record<Exclude<Sort, 'start' | 'name'>, (row: Row) => number | null>> = {
  value: ({ values }) => values[0]?.value.expected ?? null,
  gap: gapOf,
  spread: ({ spread }) => spread,
  hold: ({ twoSided }) => twoSided.sameLine?.profit ?? null,
}

const names = new Intl.Collator('en')
const compare = (a: number | string, b: number | string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}
const byName = (a: Row, b: Row): number =>
  names.compare(a.prop.player, b.prop.player) || compare(a.prop.stat, b.prop.stat) || compare(a.id, b.id)
/** In the order of the schedule: games together, players by name. */
const byStart = (a: Row, b: Row): number =>
  compare(startOf(a), startOf(b)) || compare(a.prop.eventId, b.prop.eventId) || byName(a, b)

/** Sorts rows. Equal rows are in the order of the schedule. */
export function sortRows(rows: readonly Row[], sort: Sort): Row[] {
  if (sort === 'start') return rows.toSorted(byStart)
  if (sort === 'name') return rows.toSorted(byName)
  const key = KEYS[sort]
  const sorted = rows.map((row) => ({ row, key: key(row) ?? Number.NEGATIVE_INFINITY }))
  sorted.sort((a, b) => (a.key === b.key ? byStart(a.row, b.row) : b.key - a.key))
  return sorted.map(({ row }) => row)
}

/** Rows of one player that come before other players of the same game. */
const ROWS_PER_PLAYER = 2

/**
 * Groups sorted rows by game: the game of the first row is first. Within a game a player has at most two rows before
 * the other players; the rest follows in the given order.
 */
export function groupByGame(sorted: readonly Row[]): Row[] {
  const games = Map.groupBy(sorted, ({ prop }) => prop.eventId)
  return [...games.values()].flatMap((game) => {
    const counts = new Map<string, number>()
    const first = new Set(
      game.filter(({ prop: { player } }) => {
        const count = (counts.get(player) ?? 0) + 1
        counts.set(player, count)
        return count <= ROWS_PER_PLAYER
      }),
    )
    return [...first, ...game.filter((row) => !first.has(row))]
  })
}

/**
 * Keeps an order while prices change: rows that were shown keep their places, new ones follow.
 * @param order ids in the order of the screen
 */
export function keepOrder(sorted: readonly Row[], order: readonly string[]): Row[] {
  const byId = new Map(sorted.map((row) => [row.id, row]))
  const kept = order.flatMap((id) => byId.get(id) ?? [])
  const known = new Set(order)
  return [...kept, ...sorted.filter(({ id }) => !known.has(id))]
}

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
