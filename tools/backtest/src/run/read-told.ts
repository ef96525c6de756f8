import { ReplayError } from '@propsight/league/replay'
import { CommandError } from '../options.ts'
import { type ReadSeason, readSeason } from '../read/read-season.ts'
import type { CommandIo } from './command-io.ts'

/** Maximum number of skipped lines that are listed; further lines are only counted. */
const MOST_TOLD = 20

/**
 * Reads the season's folder and reports the skipped lines.
 * @throws CommandError without a folder, or if it cannot be read
 */
export function readTold(
  folder: string | undefined,
  io: CommandIo,
): ReadSeason & { readonly folder: string } {
  if (folder === undefined)
    throw new CommandError('say --season <folder>: the folder of a season’s CSV files')
  try {
    const read = readSeason(folder)
    for (const problem of read.skipped.slice(0, MOST_TOLD)) io.stderr(`  skipped: ${problem}\n`)
    const untold = read.skipped.length - MOST_TOLD
    if (untold > 0) io.stderr(`  skipped: ${untold} more\n`)
    return { ...read, folder }
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message)
    throw error
  }
}
