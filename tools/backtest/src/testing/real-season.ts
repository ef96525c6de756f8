import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Folder of a real season next to the checkout. It is not part of the repository; tests that need it are
 * skipped.
 */
export const SEASON_FOLDER = resolve(import.meta.dirname, '../../../../../shared/season-2019')
export const hasSeason = existsSync(join(SEASON_FOLDER, 'batting.csv.gz'))
