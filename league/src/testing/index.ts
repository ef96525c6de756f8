import { join } from 'node:path'
import { type League, type LeagueOptions, startLeague } from '../start-league.ts'

/**
 * Cache folder for the sample leagues of tests. Simulating a season takes two seconds, and dozens of test
 * files need the same one. The file name contains the seed, the day and a hash of the league's code, so
 * edited code does not read it.
 */
export const TEST_LEAGUE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/propsight-league')

/** Starts the sample league from the common cache of the tests. */
export const startTestLeague = (options: Omit<LeagueOptions, 'mode' | 'cacheDir'>): Promise<League> =>
  startLeague({ ...options, mode: 'sample', cacheDir: TEST_LEAGUE_CACHE })
