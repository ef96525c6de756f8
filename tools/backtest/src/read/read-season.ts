import { readSeasonFolder } from '@propsight/league/replay'
import { battingRows } from './batting-rows.ts'
import { pitchingRows } from './pitching-rows.ts'
import { readSchedule } from './schedule.ts'
import type { Season } from './season.ts'

/** Later than any day: the whole folder is read. */
const END_OF_TIME = '9999-12-31'

export interface ReadSeason {
  readonly season: Season
  /** One sentence for each line that was left out, naming file and line; in the order of reading. */
  readonly skipped: readonly string[]
}

/**
 * Reads a folder of a season's game lines: `batting`, `pitching` and `games` as plain CSV, or Retrosheet's own CSV
 * release; each file gzipped or not. Lines that cannot be right are skipped and told.
 * @throws ReplayError for a folder, file or column that is not there, or a folder without a game
 */
export function readSeason(folder: string): ReadSeason {
  const skipped: string[] = []
  const log = readSeasonFolder(folder, END_OF_TIME, ({ message }) => skipped.push(message))
  const schedule = readSchedule(log, folder, (problem) => skipped.push(problem))
  return {
    season: {
      games: [...schedule.values()],
      batting: battingRows(log, schedule, (problem) => skipped.push(problem)),
      pitching: pitchingRows(log, schedule, (problem) => skipped.push(problem)),
    },
    skipped,
  }
}
