import type { PositionCode } from '../world/entities.ts'
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

const LINE = ['gid', 'id', 'stattype', 'date', 'vishome', 'gametype'] as const
/** Columns of counts that every line must have: without them a plate appearance has no known outcome. */
const BATTING = {
  plateAppearances: 'b_pa',
  atBats: 'b_ab',
  hits: 'b_h',
  doubles: 'b_d',
  triples: 'b_t',
  homeRuns: 'b_hr',
  baseOnBalls: 'b_w',
  strikeOuts: 'b_k',
} as const
/** Columns of counts that a source may lack, as a column or in some lines. */
const MORE_BATTING = {
  runs: 'b_r',
  rbi: 'b_rbi',
  sacBunts: 'b_sh',
  sacFlies: 'b_sf',
  hitByPitch: 'b_hbp',
  intentionalWalks: 'b_iw',
  stolenBases: 'b_sb',
  caughtStealing: 'b_cs',
  groundIntoDoublePlay: 'b_gdp',
} as const
const PITCHING = {
  outs: 'p_ipouts',
  battersFaced: 'p_bfp',
  hits: 'p_h',
  homeRuns: 'p_hr',
  baseOnBalls: 'p_w',
  strikeOuts: 'p_k',
} as const
const MORE_PITCHING = {
  doubles: 'p_d',
  triples: 'p_t',
  runs: 'p_r',
  earnedRuns: 'p_er',
  intentionalWalks: 'p_iw',
  hitBatsmen: 'p_hbp',
  sacFlies: 'p_sf',
  sacBunts: 'p_sh',
  stolenBases: 'p_sb',
  caughtStealing: 'p_cs',
} as const
const VISITOR_OR_HOME = ['v', 'h'] as const
const FIELDED: readonly (readonly [PositionCode, string])[] = [
  ['1', 'g_p'],
  ['2', 'g_c'],
  ['3', 'g_1b'],
  ['4', 'g_2b'],
  ['5', 'g_3b'],
  ['6', 'g_ss'],
  ['7', 'g_lf'],
  ['8', 'g_cf'],
  ['9', 'g_rf'],
  ['10', 'g_dh'],
]

interface Files {
  readonly batting: Table
  readonly pitching: Table
  readonly games: Table
  readonly people: Table
}

/** Retrosheet marks a tie-breaker game of the regular season as 'playoff'. */
const regular = (row: Row): boolean =>
  row.text('gametype') === 'regular' || row.text('gametype') === 'playoff'

const readPeople = (table: Table): Map<string, PersonRecord> => {
  table.need(['id', 'last', 'first'])
  const people = new Map<string, PersonRecord>()
  table.each(
    (row) => {
      const bats = readBatSide(row, 'bat')
      const throws = readHand(row, 'throw')
      const [position, games] = FIELDED.map(
        ([code, column]) => [code, row.ordinal(column)] as const,
      ).toSorted((a, b) => b[1] - a[1])[0] ?? ['X', 0]
      people.set(row.name('id'), {
        name: `${row.text('first')} ${row.text('last')}`.trim(),
        ...(bats ? { bats } : {}),
        ...(throws ? { throws } : {}),
        ...(games > 0 ? { position } : {}),
      })
    },
    ['id', 'team'],
  )
  return people
}

/**
 * Reads Retrosheet's CSV release (retrosheet.org/downloads): lines with `stattype` 'value' of the regular
 * season.
 * @param until the last day to read, `YYYY-MM-DD`; only its games and starting pitchers are read
 * @throws ReplayError naming file, line and column
 */
export function readRetrosheetFormat(files: Files, until: string): SeasonLog {
  files.batting.need([...LINE, ...Object.values(BATTING), 'b_lp', 'b_seq'])
  files.pitching.need([...LINE, ...Object.values(PITCHING), 'p_seq', 'p_gs'])
  files.games.need([
    'gid',
    'visteam',
    'hometeam',
    'date',
    'number',
    'starttime',
    'gametype',
    'wp',
    'lp',
    'save',
  ])
  const lineKey = ['gid', 'vishome', 'id', 'stattype'] as const
  const starters = new Map<string, { home?: string; away?: string }>()
  const readLine = (row: Row) => ({
    gameId: row.name('gid'),
    date: row.day('date'),
    personId: row.name('id'),
    home: row.oneOf('vishome', VISITOR_OR_HOME) === 'h',
    line: row.line,
  })
  const people = readPeople(files.people)
  const throwsOf = (id: string) => people.get(id)?.throws
  const batting: BattingRecord[] = []
  const appearances: Appearance[] = []
  files.batting.each((row) => {
    if (row.text('stattype') !== 'value' || !regular(row)) return
    const line = readLine(row)
    appearances.push(line)
    if (line.date >= until) return
    const side = people.get(line.personId)?.bats
    batting.push({
      ...line,
      order: row.ordinal('b_lp', 10),
      turn: row.ordinal('b_seq'),
      counts: readCounts(row, BATTING, MORE_BATTING),
      ...(side ? { side } : {}),
    })
  }, lineKey)
  const pitching: PitchingRecord[] = []
  files.pitching.each((row) => {
    if (row.text('stattype') !== 'value' || !regular(row)) return
    const line = readLine(row)
    appearances.push(line)
    if (line.date > until) return
    const started = row.flag('p_gs', false)
    if (started) {
      const side = line.home ? 'home' : 'away'
      starters.set(line.gameId, { ...starters.get(line.gameId), [side]: line.personId })
    }
    if (line.date === until) return
    const throws = throwsOf(line.personId)
    pitching.push({
      ...line,
      order: row.ordinal('p_seq'),
      started,
      counts: readCounts(row, PITCHING, MORE_PITCHING),
      ...(throws ? { throws } : {}),
    })
  }, lineKey)
  const games: GameRecord[] = []
  const hasParks = files.games.has('site')
  files.games.each(
    (row) => {
      const date = row.day('date')
      if (!regular(row)) return
      const id = row.name('gid')
      const decision = (key: 'winner' | 'loser' | 'save', column: string) =>
        date < until && row.text(column) ? { [key]: row.text(column) } : {}
      const { home: homeStarter = '', away: awayStarter = '' } = starters.get(id) ?? {}
      const homeThrows = throwsOf(homeStarter)
      const awayThrows = throwsOf(awayStarter)
      games.push({
        id,
        date,
        home: row.name('hometeam'),
        away: row.name('visteam'),
        number: row.ordinal('number', MOST_GAMES_A_DAY),
        startTime: readStartTime(row, 'starttime'),
        homeStarter,
        awayStarter,
        park: hasParks ? row.text('site') || UNKNOWN_PARK : '',
        line: row.line,
        ...readCompletion(row, date),
        ...(homeThrows ? { homeThrows } : {}),
        ...(awayThrows ? { awayThrows } : {}),
        ...decision('winner', 'wp'),
        ...decision('loser', 'lp'),
        ...decision('save', 'save'),
      })
    },
    ['gid'],
  )
  return finishLog({ games, batting, pitching, people, appearances }, files, until)
}
