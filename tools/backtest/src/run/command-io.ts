import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ReplayError } from '@propsight/league/replay'
import { CommandError, EXIT } from '../options.ts'
import { type ReadSeason, readSeason } from '../read/read-season.ts'
import { type PastSeason, type Season, yearOf } from '../read/season.ts'

/**
 * The streams of this process. npm runs scripts in the root; `INIT_CWD` is the folder in which npm was
 * called.
 */
export const processIo = (): CommandIo => ({
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  live: process.stderr.isTTY === true,
})

/** Default name of the data: the name of the folder. */
export const dataName = (folder: string): string => basename(folder)

const cannotWrite = (file: string, error: unknown): CommandError =>
  new CommandError(
    `${file}: cannot be written (${error instanceof Error ? error.message : error})`,
    EXIT.failed,
  )

/**
 * Checks before a long run that an output file can be written. Does nothing for an output that was not
 * requested.
 * @throws CommandError if the folder is missing or not writable, or the path is a folder
 */
export function checkWritable(file: string | undefined): void {
  if (file === undefined) return
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new Error('it is a folder')
    accessSync(found ? file : dirname(file), constants.W_OK)
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

/**
 * Writes a requested file and reports it. A regular file is replaced atomically, so an interruption leaves no
 * partial file.
 * @throws CommandError if it cannot be written
 */
export function writeOutput(file: string, text: string, io: CommandIo): void {
  // A pipe or a terminal cannot be replaced, so it is written directly.
  const isRegularFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true
  const part = isRegularFile ? `${file}.part` : file
  try {
    writeFileSync(part, text)
    if (isRegularFile) renameSync(part, file)
  } catch (error) {
    if (isRegularFile) rmSync(part, { force: true })
    throw cannotWrite(file, error)
  }
  io.stderr(`  wrote ${file}\n`)
}

/** Maximum number of skipped lines that are listed; further lines are only counted. */
const MAX_LISTED_SKIPS = 20

/**
 * Reads the season's folder and reports the skipped lines and the columns that lack counts.
 * @throws CommandError without a folder, or if it cannot be read
 */
export function loadSeason(
  folder: string | undefined,
  io: CommandIo,
): ReadSeason & { readonly folder: string } {
  if (folder === undefined)
    throw new CommandError('--season <folder> is required: the folder of a season’s CSV files')
  try {
    const read = readSeason(folder)
    for (const blank of read.blanks) io.stderr(`  unknown counts: ${blank}\n`)
    for (const problem of read.skipped.slice(0, MAX_LISTED_SKIPS)) io.stderr(`  skipped: ${problem}\n`)
    const unlisted = read.skipped.length - MAX_LISTED_SKIPS
    if (unlisted > 0) io.stderr(`  skipped: ${unlisted} more\n`)
    return { ...read, folder }
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message)
    throw error
  }
}

/** The rows of one folder. */
export interface FolderRows {
  readonly folder: string
  readonly rows: Season
}

/**
 * Adds complete seasons as earlier ones.
 * @throws CommandError if one of them is not before the first of `seasons`, or is named twice
 */
export function withEarlier(season: Season, earlier: readonly FolderRows[]): Season {
  const past = earlier.map(({ folder, rows }): PastSeason => {
    const year = yearOf(rows)
    if (year >= yearOf(season))
      throw new CommandError(`--earlier ${folder}: ${year} is not before ${yearOf(season)}`)
    return { year, rows }
  })
  if (new Set(past.map(({ year }) => year)).size < past.length)
    throw new CommandError('--earlier names a season twice')
  return { ...season, earlier: past }
}

/**
 * Joins seasons in order of time. Each is also an earlier one of those after it.
 * @throws CommandError for two folders of one season, and as `withEarlier`
 */
export function chainSeasons(seasons: readonly FolderRows[], earlier: readonly FolderRows[] = []): Season {
  const past = seasons
    .map(({ rows }): PastSeason => ({ year: yearOf(rows), rows }))
    .toSorted((a, b) => a.year - b.year)
  if (new Set(past.map(({ year }) => year)).size < past.length)
    throw new CommandError('--season names a season twice')
  const joined = {
    games: past.flatMap(({ rows }) => rows.games),
    batting: past.flatMap(({ rows }) => rows.batting),
    pitching: past.flatMap(({ rows }) => rows.pitching),
  }
  return { ...joined, earlier: [...(withEarlier(joined, earlier).earlier ?? []), ...past] }
}

/** Reads a season with its earlier ones, without reports: for workers, after the command itself read them. */
export const readWithEarlier = (folder: string, earlier: readonly string[]): Season =>
  withEarlier(
    readSeason(folder).season,
    earlier.map((each) => ({ folder: each, rows: readSeason(each).season })),
  )

/** Output streams and working directory of a command, from the process or a test. */
export interface CommandIo {
  readonly cwd: string
  /** Results. */
  stdout(text: string): void
  /** Progress and errors. */
  stderr(text: string): void
  /** Whether `stderr` is a terminal, in which a line can be overwritten. */
  readonly live: boolean
}

/** Reports the number of finished days: one overwritten line in a terminal, otherwise one line per 10%. */
export function dayProgress({ stderr, live }: CommandIo, all: number): (date: string) => void {
  let done = 0
  let tenths = 0
  return (date) => {
    done += 1
    const last = done >= all
    if (live) {
      stderr(`\r  judged ${done} of ${all} days (${date})${last ? '\n' : ''}`)
    } else if (Math.floor((10 * done) / all) > tenths) {
      tenths = Math.floor((10 * done) / all)
      stderr(`  judged ${done} of ${all} days\n`)
    }
  }
}
