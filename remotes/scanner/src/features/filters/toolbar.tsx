import type { OddsResponse } from '@propsight/shared/contracts'
import { marketLabel, type SportCode } from '@propsight/shared/domain'
import { countText, shortDayText } from '@propsight/shared/format'
import { Button, Icon, SearchField, Select } from '@propsight/shared/ui'
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
  /** The open sports. One needs no choice. */
  sports: readonly SportCode[]
  /** Keys of the user's books; null for all. */
  chosen: readonly string[] | null
  view: View
  onChange(part: Partial<View>): void
  onSettings(): void
  /** End of the run that gives the probabilities of the shown market as text; null without one. */
  coveredUntil: string | null
  onGet(): void
  /** Number of shown props as text. */
  count: string
  /** Explanation of a figure of the props. */
  note: ReactNode
  /** Actions on the shown props. */
  children: ReactNode
}

/** Search, filters, settings and order of the board, the analysis that gives the probabilities, and the shown props. */
export function Toolbar(props: ToolbarProps) {
  const { data, chosen, view, onChange, coveredUntil } = props
  const books = data?.books ?? []
  const days = data?.days ?? []
  const day = view.day ?? data?.day ?? ''
  const own = chosen ? books.filter(({ key }) => chosen.includes(key)).length : books.length
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
        {coveredUntil === null ? (
          <Button variant="go" aria-haspopup="dialog" disabled={!data} onClick={props.onGet}>
            Get probabilities
          </Button>
        ) : (
          <p className={styles.covered}>Probabilities until {coveredUntil}</p>
        )}
        <div className={styles.choices}>
          <Button aria-haspopup="dialog" onClick={props.onSettings}>
            <Icon name="settings" />
            {own === books.length ? 'All books' : `${own} of ${countText(books.length, 'book')}`}
          </Button>
          {props.sports.length > 1 && (
            <Select
              label="Sport"
              options={props.sports.map((value) => ({ value, label: value }))}
              value={view.sport}
              onChange={(sport) => onChange({ sport, stat: null, open: null })}
            />
          )}
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
          {/* As wide as a day: the days arrive with the prices and must not move what follows. */}
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
          {props.children}
        </div>
      </div>
      <div className={styles.found}>
        <p role="status">{props.count}</p>
        <p>{props.note}</p>
      </div>
    </section>
  )
}
