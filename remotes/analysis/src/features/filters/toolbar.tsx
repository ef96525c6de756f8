import { useReadable, useShell } from '@propsight/shared/client'
import type { Line } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { Button, cx, EmptyState, Icon, SearchField, Segmented, Select } from '@propsight/shared/ui'
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useMemo, useState } from 'react'
import { gameKey, startText } from '../../state/game-time.ts'
import { settingsAtom } from '../../state/settings.ts'
import {
  type Filters,
  filtersAtom,
  MIN_GAMES,
  MIN_PERCENTS,
  NO_FILTERS,
  SIDES,
  SORTS,
  type Sort,
} from '../../state/view.ts'
import { listChips } from './apply-filters.ts'
import styles from './toolbar.module.css'

interface Option {
  value: string
  label: string
}

/** Option value for no filter. No team and no game has this key. */
export const ANY = ''

export const PERCENT_OPTIONS: Option[] = MIN_PERCENTS.map((minPercent) => ({
  value: String(minPercent),
  label: minPercent === 0 ? 'Any' : `${minPercent}%+`,
}))

export const SAMPLE_OPTIONS: Option[] = MIN_GAMES.map((games) => ({
  value: String(games),
  label: games === 0 ? 'Any' : `${games}+ games`,
}))

/**
 * Adds a chosen value that is not on the board, for example from a link, so that it is visible and can be
 * cleared.
 */
const withChosen = (options: Option[], chosen: string | null): Option[] =>
  chosen === null || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }]

const byLabel = (a: Option, b: Option): number => (a.label < b.label ? -1 : 1)

/** Options for the markets of a board. */
export function marketOptions(lines: readonly Line[], chosen: string | null): Option[] {
  const markets = new Set(lines.map(({ statType }) => statType))
  const options = [...markets].map((market) => ({ value: market, label: marketLabel(market) }))
  return [{ value: ANY, label: 'All' }, ...withChosen(options.toSorted(byLabel), chosen)]
}

/** Options for the teams of the board's players. */
export function teamOptions(lines: readonly Line[], chosen: string | null): Option[] {
  const teams = new Set(lines.filter(({ combo }) => !combo).map(({ team }) => team))
  const options = [...teams].map((team) => ({ value: team, label: team })).toSorted(byLabel)
  return [{ value: ANY, label: 'All' }, ...withChosen(options, chosen)]
}

/** Start of a game for sorting. A game without a start time comes last. */
const startMs = (time: string | null): number => (time === null ? Number.MAX_VALUE : Date.parse(time))

/** Options for the games of the board, ordered by start: 'TEX @ SEA · 9:40 PM'. */
export function gameOptions(lines: readonly Line[], chosen: string | null, today: string): Option[] {
  const games = new Map<string, string | null>()
  for (const line of lines) {
    const key = gameKey(line)
    if (key && !games.has(key)) games.set(key, line.gameTime)
  }
  const options = [...games]
    .toSorted(([, a], [, b]) => startMs(a) - startMs(b))
    .map(([key, time]) => ({
      value: key,
      label: [key.replace('@', ' @ '), startText(time, today)].filter(Boolean).join(' · '),
    }))
  return [{ value: ANY, label: 'All' }, ...withChosen(options, chosen)]
}

/** CSS class of the sheet's content: filters stacked at full width. */
export const sheetStyle = styles.sheet

const SIDE_LABELS = { All: 'All', OVER: 'Over', UNDER: 'Under' } as const
const SIDE_OPTIONS = SIDES.map((value) => ({ value, label: SIDE_LABELS[value] }))

export interface FilterFieldsProps {
  lines: readonly Line[]
  filters: Filters
  onChange(change: Partial<Filters>): void
}

/** The filters and the order of a board. Changes apply at once. */
export function FilterFields({ lines, filters, onChange }: FilterFieldsProps) {
  const { market, team, game } = filters
  const { today } = useReadable(useShell().dataSource)
  const markets = useMemo(() => marketOptions(lines, market), [lines, market])
  const teams = useMemo(() => teamOptions(lines, team), [lines, team])
  const games = useMemo(() => gameOptions(lines, game, today), [lines, game, today])
  const findOption = <Value extends number>(options: readonly Value[], text: string): Value | undefined =>
    options.find((value) => String(value) === text)
  return (
    <>
      <Segmented
        label="Side"
        options={SIDE_OPTIONS}
        value={filters.side}
        onChange={(side) => onChange({ side })}
      />
      <Select
        label="Probability"
        options={PERCENT_OPTIONS}
        value={String(filters.minPercent)}
        onChange={(value) => onChange({ minPercent: findOption(MIN_PERCENTS, value) ?? 0 })}
      />
      {markets.length > 2 && (
        <Select
          label="Market"
          options={markets}
          value={market ?? ANY}
          onChange={(value) => onChange({ market: value === ANY ? null : value })}
        />
      )}
      <Select
        label="Team"
        options={teams}
        value={team ?? ANY}
        onChange={(value) => onChange({ team: value === ANY ? null : value })}
      />
      <Select
        label="Game"
        options={games}
        value={game ?? ANY}
        onChange={(value) => onChange({ game: value === ANY ? null : value })}
      />
      <Select
        label="Sample"
        options={SAMPLE_OPTIONS}
        value={String(filters.sample)}
        onChange={(value) => onChange({ sample: findOption(MIN_GAMES, value) ?? 0 })}
      />
      <Select<Sort>
        label="Sort"
        options={SORTS}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
      />
    </>
  )
}

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
