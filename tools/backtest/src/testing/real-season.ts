import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Real games, where the checkout has them beside it. They are not part of the product. */
export const SEASON_FOLDER = resolve(import.meta.dirname, '../../../../../shared/season-2019')
export const hasSeason = existsSync(join(SEASON_FOLDER, 'batting.csv.gz'))
