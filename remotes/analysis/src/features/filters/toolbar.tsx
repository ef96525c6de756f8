import type { Line } from '@propsight/shared/contracts'
import { countText } from '@propsight/shared/format'
import { Button, cx, EmptyState, Icon, SearchField } from '@propsight/shared/ui'
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useMemo, useState } from 'react'
import { settingsAtom } from '../../state/settings.ts'
import { filtersAtom, NO_FILTERS } from '../../state/view.ts'
import { listChips } from './apply-filters.ts'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import styles from './toolbar.module.css'

/** Maximum length of the search text, as in links. Player names are shorter. */
const MAX_SEARCH_LENGTH = 80

/** Empty state when no line passes the filters, with Clear filters. */
export function NothingMatches({ total }: { total: number }) {
  const [{ sort }, change] = useAtom(filtersAtom)
  return (
    <EmptyState
      icon="search"
      title="No line matches"
      action={<Button onClick={() => change({ ...NO_FILTERS, sort })}>Clear filters</Button>}
    >
      {`None of the ${countText(total, 'line')} matches the filters.`}
    </EmptyState>
  )
}

/** The summary of a board's markets, closed at first. A board of one market has none. */
export function MarketDetails({ lines, children }: { lines: readonly Line[]; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const count = useMemo(() => new Set(lines.map(({ statType }) => statType)).size, [lines])
  if (count < 2) return null
  return (
    <details className={styles.markets} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{countText(count, 'market')}</summary>
      {open && children}
    </details>
  )
}

export interface SheetProps extends FilterFieldsProps {
  /** Number of matching lines as text: '12 of 296 lines'. */
  shown: string
  /** The button that clears the filters. */
  children: ReactNode
  onClose(): void
}

interface ToolbarProps {
  /** All lines of the board, from which the filter options are built. */
  lines: readonly Line[]
  shown: number
  total: number
  /** Whether players are loading. Counts are hidden then, since they would keep changing. */
  loading: boolean
  /** The filter dialog of screens under 1408 px, loaded on demand. */
  Sheet(props: SheetProps): ReactNode
  /** What the day offers; undefined until it is known, null without one. */
  notice?: ReactNode
  /** Notice about the number of loaded lines. */
  note?: ReactNode
  /** Further actions on the board. */
  children?: ReactNode
}

/** 'N of M lines', or 'M lines' when no line is hidden by a filter. */
const shownText = (shown: number, total: number): string =>
  shown === total ? countText(total, 'line') : `${shown} of ${countText(total, 'line')}`

/** Search and filters of the board, active filters as chips, and the number of matching lines. */
export function Toolbar({ lines, shown, total, loading, Sheet, notice, note, children }: ToolbarProps) {
  const [filters, change] = useAtom(filtersAtom)
  const [sheet, setSheet] = useState(false)
  const chips = listChips(filters)
  const hasMenu = useAtomValue(settingsAtom).mode !== 'image'
  const clear = chips.length > 0 && (
    <Button variant="bare" onClick={() => change({ ...NO_FILTERS, sort: filters.sort })}>
      Clear filters
    </Button>
  )
  return (
    <section className={styles.toolbar} aria-label="Lines on this board">
      <div className={cx(styles.fields, hasMenu && styles.besideMenu)}>
        <SearchField
          label="Search players"
          placeholder="Search players"
          maxLength={MAX_SEARCH_LENGTH}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <div className={styles.choices}>
          <FilterFields lines={lines} filters={filters} onChange={change} />
        </div>
        <Button className={styles.more} aria-haspopup="dialog" onClick={() => setSheet(true)}>
          <Icon name="settings" />
          <span className={styles.moreText}>Filters</span>
          {chips.length > 0 && ` (${chips.length})`}
        </Button>
      </div>
      <div className={styles.found}>
        {notice && <div className={styles.notice}>{notice}</div>}
        <p role="status" className={cx(styles.count, notice === undefined && styles.unknown)}>
          {loading ? 'Ranked when all players are loaded' : shownText(shown, total)}
        </p>
        {chips.length > 0 && (
          <ul className={styles.chips} aria-label="Active filters">
            {chips.map(({ label, off }) => (
              <li key={label}>
                <button
                  type="button"
                  className={styles.chip}
                  aria-label={`Remove filter ${label}`}
                  onClick={() => change(off)}
                >
                  {label}
                  <Icon name="close" />
                </button>
              </li>
            ))}
            <li>{clear}</li>
          </ul>
        )}
        {/* After the chips, which must not move when the text of the note changes. */}
        <div className={styles.note}>{note}</div>
        <div className={styles.actions}>{children}</div>
      </div>
      {sheet && (
        <Sheet
          lines={lines}
          shown={shownText(shown, total)}
          filters={filters}
          onChange={change}
          onClose={() => setSheet(false)}
        >
          {clear}
        </Sheet>
      )}
    </section>
  )
}
