import type { OddsResponse } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { shortDayText } from '@propsight/shared/format'
import { Button, SearchField, Select } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import {
  MAX_SEARCH_LENGTH,
  MIN_VALUES,
  type MinValue,
  PRICES,
  type Prices,
  SORTS,
  type Sort,
  STARTS,
  type Start,
  type View,
} from '../../state/view.ts'
import styles from './toolbar.module.css'

const ALL = 'all'
const all = (label: string) => ({ value: ALL, label })

const minText = (value: MinValue): string => {
  if (value === null) return 'Any'
  return value === 0 ? 'Above 0%' : `${value}% or more`
}

/** The markets of a board, in the order of their names. The chosen one is an option even if no prop has it. */
const marketsOf = (data: OddsResponse | null, chosen: string | null): string[] =>
  [...new Set([...(data?.props ?? []).map(({ stat }) => stat), ...(chosen ? [chosen] : [])])].sort()

interface ToolbarProps {
  /** Null until the prices are read. */
  data: OddsResponse | null
  view: View
  onChange(part: Partial<View>): void
  /** Number of shown props as text. */
  count: string
  /** Actions on the shown props. */
  children: ReactNode
}

/** Search, filters and order of the board, and the number of shown props. */
export function Toolbar({ data, view, onChange, count, children }: ToolbarProps) {
  const books = data?.books ?? []
  const days = data?.days ?? []
  const day = view.day ?? data?.day ?? ''
  return (
    <section className={styles.toolbar} aria-label="Filters">
      <div className={styles.fields}>
        <SearchField
          label="Search players or games"
          placeholder="Player or game"
          maxLength={MAX_SEARCH_LENGTH}
          value={view.search}
          onChange={(search) => onChange({ search })}
        />
        <div className={styles.choices}>
          <Select
            label="Market"
            options={[
              all('All'),
              ...marketsOf(data, view.stat).map((value) => ({ value, label: marketLabel(value) })),
            ]}
            value={view.stat ?? ALL}
            onChange={(stat) => onChange({ stat: stat === ALL ? null : stat })}
          />
          <Select
            label="Best at"
            options={[all('Any book'), ...books.map(({ key, title }) => ({ value: key, label: title }))]}
            value={view.book ?? ALL}
            onChange={(book) => onChange({ book: book === ALL ? null : book })}
          />
          <Select
            label="EV"
            options={MIN_VALUES.map((value) => ({ value: String(value), label: minText(value) }))}
            value={String(view.minValue)}
            onChange={(chosen) =>
              onChange({ minValue: MIN_VALUES.find((value) => String(value) === chosen) ?? null })
            }
          />
          <Select<Start>
            label="Start"
            options={STARTS}
            value={view.start}
            onChange={(start) => onChange({ start })}
          />
          <Select<Prices>
            label="Prices"
            options={PRICES}
            value={view.prices}
            onChange={(prices) => onChange({ prices })}
          />
          <Select<Sort>
            label="Sort"
            options={SORTS}
            value={view.sort}
            onChange={(sort) => onChange({ sort })}
          />
          <Button
            aria-pressed={view.starred}
            pressed={view.starred}
            onClick={() => onChange({ starred: !view.starred })}
          >
            Starred
          </Button>
          {/* Last, and as wide as a day: the days arrive with the prices and must not move the choices. */}
          <span className={styles.day}>
            <Select
              label="Day"
              options={
                data
                  ? days.map((value) => ({ value, label: shortDayText(value) }))
                  : [{ value: day, label: day ? shortDayText(day) : 'Today' }]
              }
              value={day}
              onChange={(value) => onChange({ day: value })}
            />
          </span>
        </div>
      </div>
      <div className={styles.found}>
        <p role="status" className={styles.count}>
          {count}
        </p>
        <div className={styles.actions}>{children}</div>
      </div>
    </section>
  )
}
