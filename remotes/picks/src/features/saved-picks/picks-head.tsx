import type { PickRow } from '@propsight/shared/contracts'
import { zoneText } from '@propsight/shared/format'
import { Button, Select } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import { picksText } from '../../state/pick-text.ts'
import styles from './saved-picks.module.css'

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

export interface PicksHeadProps {
  /** Null while loading. */
  rows: readonly PickRow[] | null
  sort: Sort
  onSort(sort: Sort): void
  onPastParlays(): void
  onRecord(): void
  onCleanUp(): void
  /** Notes on picks that expire. */
  children?: ReactNode
}

/** The zone of the times on the cards, which are the starts of the games: 'EDT', whatever the season of today is. */
export const zoneOfPicks = (rows: readonly PickRow[], timeZone?: string): string =>
  zoneText(
    rows.map(({ pick }) => pick?.gameTime ?? null),
    timeZone,
  )

/**
 * Title, count and the actions on all picks. Past Parlays and Track record are offered without picks, too.
 */
export function PicksHead(props: PicksHeadProps) {
  const { rows, sort } = props
  const some = rows !== null && rows.length > 0
  return (
    <header className={styles.head}>
      <div>
        <h1 id="picks-title" tabIndex={-1}>
          My Picks
        </h1>
        <p>
          <span role="status">{some ? `${picksText(rows.length)} · each is kept 20 hours` : ' '}</span>
          {some && <span className="u-wide"> · times in {zoneOfPicks(rows)}</span>}
          {some && props.children}
        </p>
      </div>
      <div className={styles.actions}>
        {/* In its place from the beginning, so that picks that arrive move no button. */}
        <Select label="Sort" options={SORTS} value={sort} onChange={props.onSort} />
        <Button onClick={props.onPastParlays}>Past Parlays</Button>
        <Button onClick={props.onRecord}>Track record</Button>
        {/* On small screens the banner about expired picks offers it. */}
        <Button variant="bare" className="u-wide" disabled={!some} onClick={props.onCleanUp}>
          Remove expired
        </Button>
      </div>
    </header>
  )
}
