import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openCsv, type Skip, type Table } from './csv.ts'
import { readPlainFormat } from './plain-format.ts'
import { ReplayError } from './replay-error.ts'
import { readRetrosheetFormat } from './retrosheet-format.ts'
import type { SeasonLog } from './season-log.ts'

/** A file of a folder by what its name ends with: `batting.csv`, `2019batting.csv.gz`. */
const find = (dir: string, name: string): string | undefined =>
  readdirSync(dir)
    .toSorted((a, b) => a.length - b.length)
    .find((file) => file.endsWith(`${name}.csv`) || file.endsWith(`${name}.csv.gz`))

const open = (dir: string, name: string, skip: Skip | undefined): Table => {
  const file = find(dir, name)
  if (file === undefined) throw new ReplayError(`${dir}: has no ${name}.csv or ${name}.csv.gz`)
  return openCsv(join(dir, file), skip)
}

/**
 * Reads a season's folder up to a day: plain game lines, or Retrosheet's own CSV release, told apart by their headers.
 * Results after the day are not even kept in memory.
 * @param until the last day wanted, `YYYY-MM-DD`; of it only who meets whom is kept
 * @param skip where it is given, lines that cannot be read are told to it and left out
 * @throws ReplayError naming what is missing or unreadable
 */
export function readSeasonFolder(dir: string, until: string, skip?: Skip): SeasonLog {
  if (!existsSync(dir)) throw new ReplayError(`${dir}: no such folder`)
  const csv = (name: string) => open(dir, name, skip)
  const [batting, pitching] = [csv('batting'), csv('pitching')]
  if (batting.columns.has('gid')) {
    return readRetrosheetFormat(
      { batting, pitching, games: csv('gameinfo'), people: csv('allplayers') },
      until,
    )
  }
  return readPlainFormat({ batting, pitching, games: csv('games') }, until)
}
