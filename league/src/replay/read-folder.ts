import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openCsv, type Skip, type Table } from './csv.ts'
import { readPlainFormat } from './plain-format.ts'
import { readRetrosheetFormat } from './retrosheet-format.ts'
import { ReplayError, type SeasonLog } from './season-log.ts'

/**
 * The names of a folder's files.
 * @throws ReplayError when it is missing, or is not a folder
 */
export const listFolder = (dir: string): string[] => {
  try {
    return readdirSync(dir)
  } catch {
    throw new ReplayError(`${dir}: no such folder`)
  }
}

/** The file with the shortest name that ends with `name`: `batting.csv`, `2019batting.csv.gz`. */
const find = (dir: string, name: string): string | undefined =>
  listFolder(dir)
    .toSorted((a, b) => a.length - b.length)
    .find((file) => file.endsWith(`${name}.csv`) || file.endsWith(`${name}.csv.gz`))

/** Whether a folder has seasons of another sport than baseball. @throws ReplayError when it is missing */
export const isOtherSport = (dir: string): boolean =>
  find(dir, 'batting') === undefined && find(dir, 'players') !== undefined

const open = (dir: string, name: string, skip: Skip | undefined): Table => {
  const file = find(dir, name)
  if (file === undefined) throw new ReplayError(`${dir}: has no ${name}.csv or ${name}.csv.gz`)
  return openCsv(join(dir, file), skip)
}

/**
 * Reads a season's folder up to a day. The format is plain columns or Retrosheet's CSV release, detected by
 * the header. Results of the day and later are not kept in memory.
 * @param until the last day to read, `YYYY-MM-DD`; only its games and starting pitchers are kept
 * @param skip receives invalid lines, which are then left out; without it they throw
 * @throws ReplayError naming the missing folder, file or column, or the invalid line
 */
export function readSeasonFolder(dir: string, until: string, skip?: Skip): SeasonLog {
  const csv = (name: string) => open(dir, name, skip)
  const batting = csv('batting')
  const pitching = csv('pitching')
  if (batting.columns.has('gid')) {
    return readRetrosheetFormat(
      { batting, pitching, games: csv('gameinfo'), people: csv('allplayers') },
      until,
    )
  }
  return readPlainFormat({ batting, pitching, games: csv('games') }, until)
}
