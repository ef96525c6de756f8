import { unreadText } from '@propsight/shared/format'
import {
  Button,
  EmptyState,
  ErrorState,
  type IconName,
  Skeleton,
  Table,
  type TableProps,
} from '@propsight/shared/ui'
import type { Pages } from '../state/admin-api.ts'
import { errorText, type Fallbacks } from '../state/requests.ts'
import styles from './list.module.css'
import screen from './screen.module.css'

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

/** Layouts of the columns of an administrator's table. */
export const WIDE = { wide: true, className: styles.wide } as const
export const FIGURE = { numeric: true, className: styles.figure } as const
export const WIDE_FIGURE = { ...FIGURE, wide: true } as const
/** A date or time. */
export const WIDE_TIME = { wide: true, className: 'u-nowrap' } as const
/** Contains buttons. */
export const ACTIONS = { head: 'Actions', hiddenHead: true, className: styles.actions } as const

/** A table with rows that are high enough for a button. */
export const AdminTable = <T,>(props: TableProps<T>) => <Table {...props} className={styles.table} />

export interface ListProps<T> extends Pick<TableProps<T>, 'label' | 'columns' | 'keyOf'> {
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
          This loads when the connection is back.
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
        Try a shorter search.
      </EmptyState>
    ) : (
      <EmptyState icon={empty.icon} title={empty.title}>
        {empty.text}
      </EmptyState>
    )
  return (
    <div className={styles.list} aria-busy={pages.stale}>
      <AdminTable {...table} rows={rows} />
      {pages.unread > 0 && <p role="status">{unreadText(pages.unread, 'row')}</p>}
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
