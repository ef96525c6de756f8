import type { Row } from '../../tests/nightly/bench/row.ts'
import type { BenchRun } from './bench-history.ts'

/** Number of earlier runs whose spread is used. Older runs are of other machines and other code. */
const RUNS = 5
/** Minimum noise as a share: the difference of two runs of the same code on an idle machine. */
const LEAST_NOISE = 0.1

export interface Change {
  last: number
  /** Change relative to the last figure; null when that was zero. */
  relative: number | null
  /** Whether the change is for the worse and exceeds the noise of earlier runs. */
  worse: boolean
}

/** The name of a figure without a spread or a number of runs in brackets, by which runs are matched. */
const nameOf = (what: string): string => what.replace(/ \([^()]*\d[^()]*\)/g, '').trim()

/** Whether a higher value is better: figures with a minimum as budget, and rates per time. */
const moreIsBetter = ({ what, unit }: Pick<Row, 'what' | 'unit'>): boolean =>
  /at least|times faster|share/.test(what) || /\/s$|a core second|^%$/.test(unit)

/**
 * Compares a figure with earlier runs. A change counts as worse when it exceeds the spread of the earlier
 * runs.
 * @param before runs of the same benchmark, in the same form and with the same number of cores, oldest first
 * @returns null when no earlier run has the figure
 */
export function changeOf(row: Row, before: readonly BenchRun[]): Change | null {
  const values = before
    .slice(-RUNS)
    .flatMap(({ rows }) => rows.filter(({ what }) => nameOf(what) === nameOf(row.what)))
    .flatMap(({ value }) => value ?? [])
  const last = values.at(-1)
  if (last === undefined) return null
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const noise = Math.max(LEAST_NOISE * Math.abs(last), most - least)
  const gone = moreIsBetter(row) ? last - row.value : row.value - last
  return { last, relative: last === 0 ? null : (row.value - last) / Math.abs(last), worse: gone > noise }
}
