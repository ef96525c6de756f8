import { join } from 'node:path'
import { type League, type LeagueOptions, startLeague } from '../start-league.ts'
import type { LineTable } from '../world/line-table.ts'

/** Sums a column over the lines of a table that `keep` accepts. */
export const sumOf = (
  table: LineTable,
  field: number,
  keep: (line: number) => boolean = () => true,
): number => {
  let sum = 0
  for (let line = 0; line < table.length; line++) if (keep(line)) sum += table.count(line, field)
  return sum
}

/**
 * Cache folder for the sample leagues of tests. Simulating a season takes two seconds, and dozens of test
 * files need the same one. The file name contains the seed, the day and a hash of the league's code, so
 * edited code does not read it.
 */
export const TEST_LEAGUE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/propsight-league')

/** Starts the sample league, or a replay, from the common cache of the tests. */
export const startTestLeague = (options: Omit<LeagueOptions, 'mode' | 'cacheDir'>): Promise<League> =>
  startLeague({ ...options, mode: options.replay ? 'replay' : 'sample', cacheDir: TEST_LEAGUE_CACHE })
