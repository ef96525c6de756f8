import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BattingRecord,
  clubGameKey,
  clubRuns,
  type GameRecord,
  openCsv,
  type PitchingRecord,
  ReplayError,
  readSeasonFolder,
  type SeasonLog,
} from '@propsight/league/replay'
import type * as z from 'zod'
import type { BattingRow, PitchingRow, ScheduledGame, Season, SeasonStarter } from './season.ts'

/** Name of the CSV file in a folder, gzipped or not; undefined without it. */
export const findRows = (folder: string, name: string): string | undefined =>
  [`${name}.csv`, `${name}.csv.gz`].find((file) => existsSync(join(folder, file)))

/**
 * Reads the rows of a CSV file, gzipped or not.
 * @throws ReplayError naming the missing file or column, or file, line and column of an invalid cell
 */
export function readRows<Shape extends z.ZodRawShape>(
  folder: string,
  name: string,
  schema: z.ZodObject<Shape>,
): z.output<z.ZodObject<Shape>>[] {
  const file = findRows(folder, name)
  if (file === undefined) throw new ReplayError(`${folder}: has no ${name}.csv or ${name}.csv.gz`)
  const columns = Object.keys(schema.shape)
  const table = openCsv(join(folder, file))
  table.need(columns)
  const rows: z.output<z.ZodObject<Shape>>[] = []
  table.each((row) => {
    const cells = Object.fromEntries(columns.map((column) => [column, row.text(column)]))
    const { data, error } = schema.safeParse(cells)
    if (error) {
      const [issue] = error.issues
      const column = String(issue?.path[0])
      throw row.refuse(column, `'${cells[column]}' ${issue?.message}`)
    }
    rows.push(data)
  })
  return rows
}

/** A season's games by id, in the order of play. */
export type Schedule = ReadonlyMap<string, ScheduledGame>

const byPlay = (a: GameRecord, b: GameRecord): number =>
  a.date.localeCompare(b.date) || a.number - b.number || a.id.localeCompare(b.id)

/**
 * Reads the schedule: the games with the facts known in the morning, such as probable starters.
 * @throws ReplayError if there are no games
 */
export function readSchedule(log: SeasonLog, folder: string): Schedule {
  const schedule = new Map<string, ScheduledGame>()
  const starter = (id: string, throws: 'L' | 'R' | undefined): SeasonStarter | null =>
    id === '' ? null : { id, throws: throws ?? null }
  for (const game of log.games.toSorted(byPlay))
    schedule.set(game.id, {
      id: game.id,
      date: game.date,
      home: game.home,
      away: game.away,
      // A source without parks: the home club stands for the park.
      park: game.park || game.home,
      homeStarter: starter(game.homeStarter, game.homeThrows),
      awayStarter: starter(game.awayStarter, game.awayThrows),
    })
  if (schedule.size === 0) throw new ReplayError(`${folder}: has no games`)
  return schedule
}

/** The game fields of a player's line from the view of the player's club. */
export function findGameFields(line: BattingRecord | PitchingRecord, schedule: Schedule) {
  const game = schedule.get(line.gameId)
  // The reader of the folder leaves out lines of unknown games.
  if (!game) throw new Error(`there is no game ${line.gameId}`)
  const [club, opponent] = line.home ? [game.home, game.away] : [game.away, game.home]
  return { date: game.date, home: line.home, club, opponent, park: game.park }
}

/** First and last place of a batting order. */
const SLOTS = { first: 1, last: 9 } as const

const byGame = (order: ReadonlyMap<string, number>) => (a: BattingRecord, b: BattingRecord) =>
  (order.get(a.gameId) ?? 0) - (order.get(b.gameId) ?? 0) ||
  // Within a game the order of the file is used, unless the source numbers the substitutions.
  (a.turn !== undefined && b.turn !== undefined && a.home === b.home && a.order === b.order
    ? a.turn - b.turn
    : 0)

/**
 * A count that the reader of the folder requires in every line.
 * @throws Error for a line without it
 */
function readCount<Field extends string>(
  counts: Readonly<Partial<Record<Field, number | undefined>>>,
  field: Field,
): number {
  const count = counts[field]
  if (count === undefined) throw new Error(`a line without ${field}`)
  return count
}

/**
 * Adds the part of the club's runs to the lines whose runs are unknown, where the log has the club's runs in
 * another file.
 */
function addPartsOfRuns(rows: readonly BattingRow[], log: SeasonLog): readonly BattingRow[] {
  if (rows.every(({ runs }) => runs !== null)) return rows
  const runsOf = clubRuns(log)
  const parts = new Map<BattingRow, number>()
  for (const [key, lines] of Map.groupBy(rows, ({ gameId, home }) => clubGameKey(gameId, home))) {
    const blank = lines.filter(({ runs }) => runs === null)
    const appearances = blank.reduce((sum, row) => sum + row.plateAppearances, 0)
    const club = runsOf.get(key)
    if (club === undefined || appearances === 0) continue
    const counted = lines.reduce((sum, { runs }) => (runs === null ? sum : sum + runs), 0)
    const rest = Math.max(0, club - counted)
    for (const row of blank) parts.set(row, (rest * row.plateAppearances) / appearances)
  }
  return rows.map((row) => {
    const partOfRuns = parts.get(row)
    return partOfRuns === undefined ? row : { ...row, partOfRuns }
  })
}

/** The batters' lines in the order of play. */
export function battingRows(log: SeasonLog, schedule: Schedule): BattingRow[] {
  const order = new Map([...schedule.keys()].map((id, index) => [id, index]))
  const pitched = new Set(log.pitching.map((line) => `${line.gameId}|${line.personId}`))
  const filled = new Set<string>()
  const rows: BattingRow[] = []
  for (const line of log.batting.toSorted(byGame(order))) {
    const slot = line.order >= SLOTS.first && line.order <= SLOTS.last ? line.order : null
    const key = `${line.gameId}|${line.home}|${slot}`
    const started = slot !== null && !filled.has(key)
    // The first line of a place is the starter's, also if the line itself is skipped.
    filled.add(key)
    const place = findGameFields(line, schedule)
    const { counts } = line
    const n = (field: keyof typeof counts) => readCount(counts, field)
    rows.push({
      ...place,
      gameId: line.gameId,
      playerId: line.personId,
      bats: line.side ?? null,
      slot,
      started,
      pitched: pitched.has(`${line.gameId}|${line.personId}`),
      plateAppearances: n('plateAppearances'),
      hits: n('hits'),
      doubles: n('doubles'),
      triples: n('triples'),
      homeRuns: n('homeRuns'),
      runs: counts.runs ?? null,
      rbi: counts.rbi ?? null,
      baseOnBalls: n('baseOnBalls'),
      hitByPitch: counts.hitByPitch ?? null,
      stolenBases: counts.stolenBases ?? null,
      strikeOuts: n('strikeOuts'),
    })
  }
  return rows
}

/** The pitchers' lines in the order of play. */
export function pitchingRows(log: SeasonLog, schedule: Schedule): PitchingRow[] {
  const order = new Map([...schedule.keys()].map((id, index) => [id, index]))
  const rank = (line: PitchingRecord) => order.get(line.gameId) ?? 0
  const rows: PitchingRow[] = []
  for (const line of log.pitching.toSorted((a, b) => rank(a) - rank(b))) {
    const { park: _, ...where } = findGameFields(line, schedule)
    const { counts } = line
    const n = (field: keyof typeof counts) => readCount(counts, field)
    rows.push({
      ...where,
      gameId: line.gameId,
      playerId: line.personId,
      throws: line.throws ?? null,
      started: line.started,
      battersFaced: n('battersFaced'),
      outs: n('outs'),
      strikeOuts: n('strikeOuts'),
      hits: n('hits'),
      homeRuns: n('homeRuns'),
      earnedRuns: counts.earnedRuns ?? null,
      baseOnBalls: n('baseOnBalls'),
      hitByPitch: counts.hitBatsmen ?? null,
    })
  }
  return rows
}

/** Later than any day, to read the whole folder. */
const END_OF_TIME = '9999-12-31'

/**
 * Leaves out the games that were completed on a later day: the walk through the season knows one day per game,
 * and would use the part after the interruption before it was played.
 */
function leaveOutSuspended(log: SeasonLog): SeasonLog {
  const stated = log.games.filter(({ completion }) => completion !== undefined)
  const isKept = ({ gameId }: { gameId: string }) => !stated.some(({ id }) => id === gameId)
  return {
    ...log,
    games: log.games.filter(({ completion, suspended }) => !completion && !suspended),
    batting: log.batting.filter(isKept),
    pitching: log.pitching.filter(isKept),
    suspended: [
      ...log.suspended,
      ...stated.map(
        ({ id, line, completion }) =>
          `${log.files.games}, line ${line}: game ${id} was completed on ${completion?.date}, and is left out`,
      ),
    ],
  }
}

export interface ReadSeason {
  readonly season: Season
  /** Players by the id of the rows, with MLB's own id where the folder has it. */
  readonly people: SeasonLog['people']
  /** One message per skipped line, naming file and line, in the order of reading. */
  readonly skipped: readonly string[]
  /** One message per column of counts that is missing, or blank in all or some lines. */
  readonly blanks: readonly string[]
}

/**
 * Reads a season from a folder: `batting`, `pitching` and `games` as plain CSV, or Retrosheet's CSV release,
 * each file gzipped or not. Invalid lines are skipped and reported in `skipped`.
 * @throws ReplayError for a missing folder, file or column, or a folder without games
 */
export function readSeason(folder: string): ReadSeason {
  const skipped: string[] = []
  const log = leaveOutSuspended(readSeasonFolder(folder, END_OF_TIME, ({ message }) => skipped.push(message)))
  skipped.push(...log.suspended)
  const schedule = readSchedule(log, folder)
  return {
    season: {
      games: [...schedule.values()],
      batting: addPartsOfRuns(battingRows(log, schedule), log),
      pitching: pitchingRows(log, schedule),
    },
    people: log.people,
    skipped,
    blanks: log.blanks,
  }
}
