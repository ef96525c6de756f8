import type { BatSide } from '../world/entities.ts'
import { MOST_GAMES_A_DAY, readBatSide, readCompletion, readHand, readStartTime } from './cells.ts'
import { type Row, readCounts, type Table } from './csv.ts'
import type { Appearance } from './finish-log.ts'
import { finishLog } from './finish-log.ts'
import {
  type BattingRecord,
  type GameRecord,
  type PersonRecord,
  type PitchingRecord,
  type SeasonLog,
  UNKNOWN_PARK,
} from './season-log.ts'

const PLAYER_COLUMNS = ['date', 'gameId', 'homeAway', 'playerId', 'playerName', 'mlbamId'] as const
/** Columns of counts that every line must have: without them a plate appearance has no known outcome. */
const BATTING = {
  plateAppearances: 'PA',
  atBats: 'AB',
  hits: 'H',
  doubles: '2B',
  triples: '3B',
  homeRuns: 'HR',
  baseOnBalls: 'BB',
  strikeOuts: 'SO',
} as const
/** Columns of counts that a source may lack, as a column or in some lines. */
const MORE_BATTING = { runs: 'R', rbi: 'RBI', hitByPitch: 'HBP', stolenBases: 'SB', sacFlies: 'SF' } as const
const PITCHING = {
  outs: 'outs',
  battersFaced: 'BF',
  hits: 'H',
  homeRuns: 'HR',
  baseOnBalls: 'BB',
  strikeOuts: 'SO',
} as const
const MORE_PITCHING = { runs: 'R', earnedRuns: 'ER', hitBatsmen: 'HBP' } as const
const GAMES = [
  'date',
  'gameId',
  'home',
  'away',
  'startTime',
  'homeStarterId',
  'awayStarterId',
  'gameNumber',
] as const

/** Columns that identify a player's line. */
const PLAYER_KEY = ['gameId', 'homeAway', 'playerId'] as const
const SIDES = ['home', 'away'] as const

const readLine = (row: Row) => ({
  gameId: row.name('gameId'),
  date: row.day('date'),
  personId: row.name('playerId'),
  home: row.oneOf('homeAway', SIDES) === 'home',
  line: row.line,
})

/** Runs of both clubs from the optional columns `homeScore` and `awayScore`; null unless both are known. */
const readScore = (row: Row) => {
  const home = row.text('homeScore') === '' ? null : row.count('homeScore')
  const away = row.text('awayScore') === '' ? null : row.count('awayScore')
  return home === null || away === null ? null : { home, away }
}

interface Files {
  readonly batting: Table
  readonly pitching: Table
  readonly games: Table
}

/**
 * Reads a season in plain columns: batting lines (`AB,H,2B …`), pitching lines (`outs,H,ER …`) and games.
 * @param until the last day to read, `YYYY-MM-DD`; only its games and starting pitchers are read
 * @throws ReplayError naming file, line and column
 */
export function readPlainFormat(files: Files, until: string): SeasonLog {
  files.batting.need([...PLAYER_COLUMNS, ...Object.values(BATTING), 'order', 'bats'])
  files.pitching.need([...PLAYER_COLUMNS, ...Object.values(PITCHING), 'started', 'throws'])
  files.games.need(GAMES)
  const people = new Map<string, PersonRecord>()
  const sides = new Map<string, Set<BatSide>>()
  const playerOf = new Map<number, string>()
  const addPerson = (row: Row, more: Partial<PersonRecord>) => {
    const id = row.name('playerId')
    const mlbam = row.id('mlbamId')
    const known = people.get(id)?.mlbamId ?? mlbam
    const other = playerOf.get(mlbam ?? -1) ?? id
    if (mlbam !== null && known !== mlbam)
      throw row.refuse('mlbamId', `${mlbam} contradicts an earlier line, where ${id} has ${known}`)
    if (other !== id) throw row.refuse('mlbamId', `${mlbam} is the id of ${other} in an earlier line`)
    if (mlbam !== null) playerOf.set(mlbam, id)
    people.set(id, {
      ...people.get(id),
      name: row.text('playerName'),
      ...(mlbam === null ? {} : { mlbamId: mlbam }),
      ...more,
    })
  }
  const batting: BattingRecord[] = []
  const appearances: Appearance[] = []
  files.batting.each((row) => {
    const line = readLine(row)
    appearances.push(line)
    if (line.date >= until) return
    const bats = readBatSide(row, 'bats')
    addPerson(row, {})
    const counts = readCounts(row, BATTING, MORE_BATTING)
    // Blank for a pinch runner without a plate appearance (Retrosheet 2015 to 2019: all blank places are such).
    const order = row.ordinal('order', 9)
    batting.push({ ...line, order, counts, ...(bats ? { side: bats } : {}) })
    if (bats) sides.set(line.personId, (sides.get(line.personId) ?? new Set()).add(bats))
  }, PLAYER_KEY)
  const pitching: PitchingRecord[] = []
  files.pitching.each((row) => {
    const line = readLine(row)
    appearances.push(line)
    const started = row.flag('started')
    // The starters of the day are known in the morning, their lines are not.
    if (line.date > until || (line.date === until && !started)) return
    const throws = readHand(row, 'throws')
    addPerson(row, throws ? { throws } : {})
    if (line.date === until) return
    const counts = readCounts(row, PITCHING, MORE_PITCHING)
    pitching.push({ ...line, started, order: 0, counts, ...(throws ? { throws } : {}) })
  }, PLAYER_KEY)
  const games: GameRecord[] = []
  const hasParks = files.games.has('park')
  files.games.each(
    (row) => {
      const date = row.day('date')
      const homeThrows = readHand(row, 'homeStarterThrows')
      const awayThrows = readHand(row, 'awayStarterThrows')
      const score = date < until ? readScore(row) : null
      games.push({
        id: row.name('gameId'),
        date,
        home: row.name('home'),
        away: row.name('away'),
        number: row.ordinal('gameNumber', MOST_GAMES_A_DAY),
        startTime: readStartTime(row, 'startTime'),
        homeStarter: row.text('homeStarterId'),
        awayStarter: row.text('awayStarterId'),
        park: hasParks ? row.text('park') || UNKNOWN_PARK : '',
        line: row.line,
        ...readCompletion(row, date),
        ...(homeThrows ? { homeThrows } : {}),
        ...(awayThrows ? { awayThrows } : {}),
        ...(score ? { score } : {}),
      })
    },
    ['gameId'],
  )
  // The column has the side of the day, so a player with both sides is a switch hitter.
  for (const [id, seen] of sides) {
    const person = people.get(id)
    const bats = seen.size > 1 ? 'S' : [...seen][0]
    if (person && bats) people.set(id, { ...person, bats })
  }
  return finishLog({ games, batting, pitching, people, appearances }, files, until)
}
