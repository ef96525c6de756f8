import type { Line } from '@propsight/shared/contracts'
import { Segmented, Select } from '@propsight/shared/ui'
import { useMemo } from 'react'
import { useReadable, useShell } from '../../state/shell.tsx'
import { type Filters, LEAST_GAMES, LEAST_PERCENTS, SIDES } from '../../state/view.ts'
import { ANY, gameOptions, LEAST_OPTIONS, SAMPLE_OPTIONS, teamOptions } from './options.ts'

const SIDE_LABELS = { All: 'All', OVER: 'Over', UNDER: 'Under' } as const
const SIDE_OPTIONS = SIDES.map((value) => ({ value, label: SIDE_LABELS[value] }))

export interface FilterFieldsProps {
  lines: readonly Line[]
  filters: Filters
  onChange(change: Partial<Filters>): void
}

/** The filter controls of a board. Changes apply at once. */
export function FilterFields({ lines, filters, onChange }: FilterFieldsProps) {
  const { team, game } = filters
  const { today } = useReadable(useShell().dataSource)
  const teams = useMemo(() => teamOptions(lines, team), [lines, team])
  const games = useMemo(() => gameOptions(lines, game, today), [lines, game, today])
  const numbers = <Value extends number>(known: readonly Value[], text: string): Value | undefined =>
    known.find((value) => String(value) === text)
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
        options={LEAST_OPTIONS}
        value={String(filters.least)}
        onChange={(value) => onChange({ least: numbers(LEAST_PERCENTS, value) ?? 0 })}
      />
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
        onChange={(value) => onChange({ sample: numbers(LEAST_GAMES, value) ?? 0 })}
      />
    </>
  )
}
