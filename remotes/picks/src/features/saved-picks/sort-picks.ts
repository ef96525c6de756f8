import type { PickRow } from '@propsight/shared/contracts'

/** The sort orders of My Picks (P5). */
export const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'confidence', label: 'Confidence' },
  { value: 'expiring', label: 'Expiring' },
] as const
export type Sort = (typeof SORTS)[number]['value']

const created = (row: PickRow): number => Date.parse(row.created_at)
/** Below every probability, so that a pick without one is sorted last. */
const NO_CONFIDENCE = -1

const ORDERS: Record<Sort, (a: PickRow, b: PickRow) => number> = {
  newest: (a, b) => created(b) - created(a),
  oldest: (a, b) => created(a) - created(b),
  confidence: (a, b) => (b.confidence ?? NO_CONFIDENCE) - (a.confidence ?? NO_CONFIDENCE),
  expiring: (a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at),
}

/** Sorts picks. Equal picks are ordered newest first, then by id, so that the order is deterministic. */
export function sortPicks(rows: readonly PickRow[], sort: Sort): PickRow[] {
  const order = ORDERS[sort]
  return rows.toSorted((a, b) => order(a, b) || created(b) - created(a) || (a.id < b.id ? -1 : 1))
}
