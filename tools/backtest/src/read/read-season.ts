import { readSeasonFolder } from '@propsight/league/replay'
import { battingRows } from './batting-rows.ts'
import { pitchingRows } from './pitching-rows.ts'
import { readSchedule } from './schedule.ts'
import type { Season } from './season.ts'

/** Later than any day, to read the whole folder. */
const END_OF_TIME = '9999-12-31'

export interface ReadSeason {
  readonly season: Season
  /** One message per skipped line, naming file and line, in the order of reading. */
  readonly skipped: readonly string[]
}

/**
 * Reads a season from a folder: `batting`, `pitching` and `games` as plain CSV, or Retrosheet's CSV release,
 * each file gzipped or not. Invalid lines are skipped and reported in `skipped`.
 * @throws ReplayError for a missing folder, file or column, or a folder without games
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
