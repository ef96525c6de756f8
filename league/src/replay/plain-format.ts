import type { BatSide, Hand } from '../world/entities.ts'
import { type Row, readCounts, type Table } from './csv.ts'
import type { BattingRecord, GameRecord, PersonRecord, PitchingRecord, SeasonLog } from './season-log.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
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

const day = (row: Row): string => {
  const date = row.text('date')
  if (!DATE.test(date)) throw row.refuse('date', `'${date}' is not a day such as 2019-07-15`)
  return date
}

const readLine = (row: Row) => {
  const side = row.text('homeAway')
  if (side !== 'home' && side !== 'away') throw row.refuse('homeAway', `'${side}' is neither home nor away`)
  return {
    gameId: row.text('gameId'),
    date: day(row),
    personId: row.text('playerId'),
    home: side === 'home',
    line: row.line,
  }
}

const batSide = (text: string): BatSide | undefined => {
  if (text === 'L' || text === 'R') return text
  return text === 'B' || text === 'S' ? 'S' : undefined
}
const hand = (text: string): Hand | undefined => (text === 'L' || text === 'R' ? text : undefined)

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
  const addPerson = (row: Row, more: Partial<PersonRecord>) => {
    const id = row.text('playerId')
    const mlbam = row.id('mlbamId')
    people.set(id, {
      ...people.get(id),
      name: row.text('playerName'),
      ...(mlbam === null ? {} : { mlbamId: mlbam }),
      ...more,
    })
  }
  const batting: BattingRecord[] = []
  files.batting.each((row) => {
    const line = readLine(row)
    if (line.date >= until) return
    const bats = batSide(row.text('bats'))
    addPerson(row, {})
    const counts = readCounts(row, BATTING, MORE_BATTING)
    // Blank for a pinch runner without a plate appearance (Retrosheet 2015 to 2019: all blank places are such).
    const order = row.ordinal('order')
    batting.push({ ...line, order, counts, ...(bats ? { side: bats } : {}) })
    if (bats) sides.set(line.personId, (sides.get(line.personId) ?? new Set()).add(bats))
  })
  const pitching: PitchingRecord[] = []
  files.pitching.each((row) => {
    const line = readLine(row)
    const throws = hand(row.text('throws'))
    // The starters of the day are known in the morning, their lines are not.
    if (line.date > until || (line.date === until && row.text('started') !== '1')) return
    const started = row.text('started') === '1'
    addPerson(row, throws ? { throws } : {})
    if (line.date === until) return
    const counts = readCounts(row, PITCHING, MORE_PITCHING)
    pitching.push({ ...line, started, order: 0, counts, ...(throws ? { throws } : {}) })
  })
  const games: GameRecord[] = []
  let lastDay = ''
  files.games.each((row) => {
    const date = day(row)
    if (date > lastDay) lastDay = date
    if (date > until) return
    const homeThrows = hand(row.text('homeStarterThrows'))
    const awayThrows = hand(row.text('awayStarterThrows'))
    const score = date < until ? readScore(row) : null
    games.push({
      id: row.text('gameId'),
      date,
      home: row.text('home'),
      away: row.text('away'),
      number: row.ordinal('gameNumber'),
      startTime: row.text('startTime'),
      homeStarter: row.text('homeStarterId'),
      awayStarter: row.text('awayStarterId'),
      park: row.text('park'),
      line: row.line,
      ...(homeThrows ? { homeThrows } : {}),
      ...(awayThrows ? { awayThrows } : {}),
      ...(score ? { score } : {}),
    })
  })
  // The column has the side of the day, so a player with both sides is a switch hitter.
  for (const [id, seen] of sides) {
    const person = people.get(id)
    const bats = seen.size > 1 ? 'S' : [...seen][0]
    if (person && bats) people.set(id, { ...person, bats })
  }
  return {
    games,
    lastDay,
    batting,
    pitching,
    people,
    blanks: [...files.batting.blanks(), ...files.pitching.blanks()],
    files: { batting: files.batting.file, pitching: files.pitching.file, games: files.games.file },
  }
}
