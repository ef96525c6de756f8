import {
  type BattingRecord,
  clubGameKey,
  clubRuns,
  type GameRecord,
  type PitchingRecord,
  ReplayError,
  readSeasonFolder,
  type SeasonLog,
} from '@propsight/league/replay'
import type { BattingRow, PitchingRow, ScheduledGame, Season, SeasonStarter } from './season.ts'

/** A season's games by id, in the order of play. */
export type Schedule = ReadonlyMap<string, ScheduledGame>

const byPlay = (a: GameRecord, b: GameRecord): number =>
  a.date.localeCompare(b.date) || a.number - b.number || a.id.localeCompare(b.id)

/** Whether a `YYYY-MM-DD` text is a day of the calendar; 2019-02-30 is not. */
export const isDay = (date: string): boolean => {
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}

/**
 * Reads the schedule: the games with the facts known in the morning, such as probable starters.
 * @throws ReplayError if there are no games
 */
export function readSchedule(log: SeasonLog, folder: string, skip: (problem: string) => void): Schedule {
  const schedule = new Map<string, ScheduledGame>()
  const starter = (id: string, throws: 'L' | 'R' | undefined): SeasonStarter | null =>
    id === '' ? null : { id, throws: throws ?? null }
  for (const game of log.games.toSorted(byPlay)) {
    const refuse = (why: string) => skip(`${log.files.games}, line ${game.line}: ${why}`)
    if (!isDay(game.date)) refuse(`there is no day ${game.date}`)
    else if (game.id === '' || game.home === '' || game.away === '') refuse('names no game or no club')
    else if (schedule.has(game.id)) refuse(`game ${game.id} is there already`)
    else
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
  }
  if (schedule.size === 0) throw new ReplayError(`${folder}: has no games`)
  return schedule
}

/**
 * The game fields of a player's line from the view of the player's club, or a message if the line does not
 * fit.
 */
export function findGameFields(line: BattingRecord | PitchingRecord, schedule: Schedule) {
  const game = schedule.get(line.gameId)
  if (!game) return `there is no game ${line.gameId}`
  if (game.date !== line.date) return `game ${line.gameId} is of ${game.date}, not ${line.date}`
  if (line.personId === '') return 'names no player'
  const [club, opponent] = line.home ? [game.home, game.away] : [game.away, game.home]
  const starterHand = (line.home ? game.awayStarter : game.homeStarter)?.throws ?? null
  return { date: game.date, home: line.home, club, opponent, park: game.park, starterHand }
}

/** First and last place of a batting order. */
const SLOTS = { first: 1, last: 9 } as const

/**
 * A count for the search of contradictions: at least this many events happened, also where the source lacks
 * the count.
 */
const atLeast = (count: number | undefined): number => count ?? 0

/** The contradiction in the counts of a line, or null. */
const battingContradiction = ({ counts }: BattingRecord): string | null => {
  const n = (field: keyof typeof counts) => atLeast(counts[field])
  if (n('doubles') + n('triples') + n('homeRuns') > n('hits')) return 'more extra-base hits than hits'
  if (n('hits') + n('baseOnBalls') + n('hitByPitch') > n('plateAppearances'))
    return 'more times on base than plate appearances'
  if (n('hits') + n('strikeOuts') > n('atBats')) return 'more hits and strikeouts than at bats'
  return null
}

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

/**
 * The batters' lines in the order of play. A line of an unknown game, a second line of the same batter and
 * game, and a line with a contradiction are skipped and reported to `skip`.
 */
export function battingRows(
  log: SeasonLog,
  schedule: Schedule,
  skip: (problem: string) => void,
): BattingRow[] {
  const order = new Map([...schedule.keys()].map((id, index) => [id, index]))
  const pitched = new Set(log.pitching.map((line) => `${line.gameId}|${line.personId}`))
  const filled = new Set<string>()
  const seenPlayers = new Set<string>()
  const rows: BattingRow[] = []
  for (const line of log.batting.toSorted(byGame(order))) {
    const slot = line.order >= SLOTS.first && line.order <= SLOTS.last ? line.order : null
    const key = `${line.gameId}|${line.home}|${slot}`
    const started = slot !== null && !filled.has(key)
    // The first line of a place is the starter's, also if the line itself is skipped.
    filled.add(key)
    const place = findGameFields(line, schedule)
    const playerKey = `${line.gameId}|${line.home}|${line.personId}`
    const duplicate = seenPlayers.has(playerKey) ? `${line.personId} is there already` : null
    const problem = typeof place === 'string' ? place : (duplicate ?? battingContradiction(line))
    if (problem !== null || typeof place === 'string') {
      skip(`${log.files.batting}, line ${line.line}: ${problem}`)
      continue
    }
    seenPlayers.add(playerKey)
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

/** The contradiction in the counts of a line, or null. */
const pitchingContradiction = ({ counts }: PitchingRecord): string | null => {
  const n = (field: keyof typeof counts) => atLeast(counts[field])
  if (n('homeRuns') > n('hits')) return 'more home runs than hits'
  if (n('hits') + n('baseOnBalls') + n('hitBatsmen') + n('strikeOuts') > n('battersFaced'))
    return 'more outcomes than batters faced'
  return null
}

/** The pitchers' lines in the order of play. Lines are skipped for the same reasons as in `battingRows`. */
export function pitchingRows(
  log: SeasonLog,
  schedule: Schedule,
  skip: (problem: string) => void,
): PitchingRow[] {
  const order = new Map([...schedule.keys()].map((id, index) => [id, index]))
  const rank = (line: PitchingRecord) => order.get(line.gameId) ?? 0
  const rows: PitchingRow[] = []
  const seenPlayers = new Set<string>()
  for (const line of log.pitching.toSorted((a, b) => rank(a) - rank(b))) {
    const place = findGameFields(line, schedule)
    const playerKey = `${line.gameId}|${line.home}|${line.personId}`
    const duplicate = seenPlayers.has(playerKey) ? `${line.personId} is there already` : null
    const problem = typeof place === 'string' ? place : (duplicate ?? pitchingContradiction(line))
    if (problem !== null || typeof place === 'string') {
      skip(`${log.files.pitching}, line ${line.line}: ${problem}`)
      continue
    }
    seenPlayers.add(playerKey)
    const { counts } = line
    const n = (field: keyof typeof counts) => readCount(counts, field)
    const { starterHand: _, ...where } = place
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
  const log = readSeasonFolder(folder, END_OF_TIME, ({ message }) => skipped.push(message))
  const schedule = readSchedule(log, folder, (problem) => skipped.push(problem))
  return {
    season: {
      games: [...schedule.values()],
      batting: addPartsOfRuns(
        battingRows(log, schedule, (problem) => skipped.push(problem)),
        log,
      ),
      pitching: pitchingRows(log, schedule, (problem) => skipped.push(problem)),
    },
    people: log.people,
    skipped,
    blanks: log.blanks,
  }
}
