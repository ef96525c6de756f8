import { join } from 'node:path'
import { type League, type LeagueOptions, startLeague } from '../start-league.ts'

/**
 * Where tests keep the sample leagues they start: simulating a season takes two seconds, and dozens of test files need
 * the same one. A file is named after the seed, the day and the code that made it, so an edit makes a new one.
 */
export const TEST_LEAGUE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/propsight-league')

/** Starts the sample league from the tests' common cache. */
export const startTestLeague = (options: Omit<LeagueOptions, 'mode' | 'cacheDir'>): Promise<League> =>
  startLeague({ ...options, mode: 'sample', cacheDir: TEST_LEAGUE_CACHE })
