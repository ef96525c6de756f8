import type { BatSide, Hand } from '../world/entities.ts'
import type { Row, Table } from './csv.ts'
import type { BattingRecord, GameRecord, PersonRecord, PitchingRecord, SeasonLog } from './season-log.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const PLAYER_COLUMNS = ['date', 'gameId', 'homeAway', 'playerId', 'playerName', 'mlbamId'] as const
const BATTING = [
  'AB',
  'H',
  '2B',
  '3B',
  'HR',
  'R',
  'RBI',
  'BB',
  'HBP',
  'SO',
  'SB',
  'PA',
  'SF',
  'order',
  'bats',
] as const
const PITCHING = ['started', 'outs', 'H', 'ER', 'BB', 'SO', 'HR', 'R', 'HBP', 'BF', 'throws'] as const
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
  files.batting.need([...PLAYER_COLUMNS, ...BATTING])
  files.pitching.need([...PLAYER_COLUMNS, ...PITCHING])
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
    const counts = {
      atBats: row.count('AB'),
      hits: row.count('H'),
      doubles: row.count('2B'),
      triples: row.count('3B'),
      homeRuns: row.count('HR'),
      runs: row.count('R'),
      rbi: row.count('RBI'),
      baseOnBalls: row.count('BB'),
      hitByPitch: row.count('HBP'),
      strikeOuts: row.count('SO'),
      stolenBases: row.count('SB'),
      plateAppearances: row.count('PA'),
      sacFlies: row.count('SF'),
    }
    batting.push({ ...line, order: row.count('order'), counts, ...(bats ? { side: bats } : {}) })
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
    const counts = {
      outs: row.count('outs'),
      hits: row.count('H'),
      earnedRuns: row.count('ER'),
      baseOnBalls: row.count('BB'),
      strikeOuts: row.count('SO'),
      homeRuns: row.count('HR'),
      runs: row.count('R'),
      hitBatsmen: row.count('HBP'),
      battersFaced: row.count('BF'),
    }
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
    games.push({
      id: row.text('gameId'),
      date,
      home: row.text('home'),
      away: row.text('away'),
      number: row.count('gameNumber'),
      startTime: row.text('startTime'),
      homeStarter: row.text('homeStarterId'),
      awayStarter: row.text('awayStarterId'),
      park: row.text('park'),
      line: row.line,
      ...(homeThrows ? { homeThrows } : {}),
      ...(awayThrows ? { awayThrows } : {}),
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
    files: { batting: files.batting.file, pitching: files.pitching.file, games: files.games.file },
  }
}
