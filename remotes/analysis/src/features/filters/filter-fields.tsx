import { useReadable, useShell } from '@propsight/shared/client'
import type { Line } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { Segmented, Select } from '@propsight/shared/ui'
import { useMemo } from 'react'
import { gameKey, startText } from '../../state/game-time.ts'
import { type Filters, MIN_GAMES, MIN_PERCENTS, SIDES, SORTS, type Sort } from '../../state/view.ts'
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
