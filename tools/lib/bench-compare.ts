import type { Row } from '../../tests/nightly/bench/row.ts'
import type { BenchRun } from './bench-history.ts'

/** Runs of which the spread is taken: more would remember other machines and other code. */
const RUNS = 5
/** What two runs of the same code differ by on a quiet machine, where too few runs are known to say more. */
const LEAST_NOISE = 0.1

export interface Change {
  last: number
  /** Of the last figure; null where that was nought. */
  relative: number | null
  /** Beyond what such runs differ by anyway, and to the worse. */
  worse: boolean
}

/** Figures whose name carries their spread or their runs are the same figure without it. */
const nameOf = (what: string): string => what.replace(/ \([^()]*\d[^()]*\)/g, '').trim()

/** Whether less is worse: what has a floor for a budget, and what is counted by time. */
const moreIsBetter = ({ what, unit }: Pick<Row, 'what' | 'unit'>): boolean =>
  /at least|times faster|share/.test(what) || /\/s$|a core second|^%$/.test(unit)

/**
 * A figure beside what it was before. Worse is what lies further off than the runs before it lay from each other.
 * @param before runs of the same bench in the same form and on as many cores, oldest first
 * @returns null where no run before had it
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
