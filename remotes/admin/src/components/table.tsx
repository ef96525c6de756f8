import { Button, cx, EmptyState, ErrorState, type IconName, Skeleton } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import type { Pages } from '../state/admin-api.ts'
import { errorText, type Fallbacks } from '../state/error-text.ts'
import screen from './screen.module.css'
import styles from './table.module.css'

/** A label and its value. */
export type Fact = readonly [name: string, value: string]

/** A list of labelled values. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={screen.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export interface Column<T> {
  head: string
  /** `wide`: hidden on a phone; `figure`: a number; `brief`: a date or time; `actions`: contains buttons. */
  kind?: 'wide' | 'figure' | 'wide figure' | 'wide brief' | 'actions'
  cell(row: T): ReactNode
}

export interface TableProps<T> {
  /** Accessible name of the table: 'Access codes'. */
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf(row: T): string | number
}

function classOf(kind: Column<unknown>['kind']): string | undefined {
  if (!kind) return undefined
  const own = kind.split(' ').map((each) => styles[each])
  return cx(kind.startsWith('wide') && 'u-wide', ...own) || undefined
}

/** A table that hides its `wide` columns on a phone instead of shrinking them. */
export const Table = <T,>({ label, columns, rows, keyOf }: TableProps<T>) => (
  <table className={styles.table} aria-label={label}>
    <thead>
      <tr>
        {columns.map(({ head, kind }) => (
          <th key={head} scope="col" className={classOf(kind)}>
            {kind === 'actions' ? <span className="u-vh">{head}</span> : head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ head, kind, cell }) => (
            <td key={head} className={classOf(kind)}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

export interface ListProps<T> extends Omit<TableProps<T>, 'rows'> {
  pages: Pages<T>
  empty: { icon: IconName; title: string; text: string }
  failed: Fallbacks
  /** The search text; selects the empty state for a search without matches. */
  search?: string
}

const SKELETON_ROWS = ['first', 'second', 'third', 'fourth', 'fifth']

/** A paged list of the server in all its states: loading, empty, failed, offline, and with further pages. */
export function List<T>({ pages, empty, failed, search, ...table }: ListProps<T>) {
  const { rows, error, hasMore, busy, offline } = pages
  if (!rows) {
    if (error)
      return (
        <ErrorState title={errorText(error, failed)} onRetry={pages.again}>
          Nothing was changed.
        </ErrorState>
      )
    if (offline)
      return (
        <EmptyState icon="offline" title="You are offline">
          This is read as soon as the network is back.
        </EmptyState>
      )
    return (
      <div className={styles.blank} role="status" aria-busy="true" aria-label={`Loading ${table.label}`}>
        {SKELETON_ROWS.map((row) => (
          <Skeleton key={row} height={20} />
        ))}
      </div>
    )
  }
  if (!rows.length)
    return search ? (
      <EmptyState icon="search" title={`Nothing matches ${search}`}>
        Try a shorter part of it.
      </EmptyState>
    ) : (
      <EmptyState icon={empty.icon} title={empty.title}>
        {empty.text}
      </EmptyState>
    )
  return (
    <div className={styles.list} aria-busy={pages.stale}>
      <Table {...table} rows={rows} />
      {error && (
        <p className={styles.failed} role="alert">
          {errorText(error, failed)}
          <Button variant="bare" onClick={pages.again}>
            Retry
          </Button>
        </p>
      )}
      {hasMore && (
        <Button busy={busy} onClick={pages.more}>
          Show more
        </Button>
      )}
    </div>
  )
}
