import type { Row } from '../../tests/nightly/bench/row.ts'
import { type Change, changeOf } from './bench-compare.ts'
import type { BenchRun } from './bench-history.ts'

const format = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))

function changeText({ last, relative, worse }: Change): string {
  const percent =
    relative === null ? '' : ` ${relative >= 0 ? '+' : '−'}${Math.abs(100 * relative).toFixed(0)} %`
  return `  last ${format(last)}${percent}${worse ? '  WORSE' : ''}`
}

/** The figures of a benchmark as lines, each with its budget and its change since the last run. */
export function tableOf(rows: readonly Row[], before: readonly BenchRun[]): string {
  const width = Math.max(...rows.map(({ what }) => what.length))
  return rows
    .map((row) => {
      const { what, value, unit, budget, ok } = row
      const held = budget === undefined ? '' : `  budget ${format(budget)} ${unit}  ${ok ? 'ok' : 'OVER'}`
      const change = changeOf(row, before)
      return `  ${what.padEnd(width)}  ${format(value).padStart(10)} ${unit}${held}${change ? changeText(change) : ''}\n`
    })
    .join('')
}
