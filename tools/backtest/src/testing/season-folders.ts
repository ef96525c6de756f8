import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildStatForecast, fromChances } from '@propsight/shared/domain/engine'
import { decimalOdds, type Quote } from '@propsight/shared/domain/odds'
import type { ForecastGame, JoinedGame } from '../market/forecast-prices.ts'
import type { PricedGame } from '../market/read-prices.ts'
import type { PitchingRow, Season } from '../read/season.ts'

/**
 * Folder of a real season next to the checkout. It is not part of the repository; tests that need it are
 * skipped.
 */
export const SEASON_FOLDER = resolve(import.meta.dirname, '../../../../../shared/season-2019')
export const hasSeason = existsSync(join(SEASON_FOLDER, 'batting.csv.gz'))

/** Folder of real prices next to the checkout, and the season that they are about. */
export const PRICES_FOLDER = resolve(import.meta.dirname, '../../../../../shared/market')
export const PRICED_SEASON_FOLDER = resolve(import.meta.dirname, '../../../../../shared/season-2025')
export const EARLIER_SEASON_FOLDER = resolve(import.meta.dirname, '../../../../../shared/season-2024')
export const hasPrices = [PRICES_FOLDER, PRICED_SEASON_FOLDER, EARLIER_SEASON_FOLDER].every((folder) =>
  existsSync(folder),
)

/** An invented numeric id of a player, in place of MLB's. */
export const mlbamIdOf = (playerId: string): number =>
  [...playerId].reduce((id, character) => (id * 31 + character.charCodeAt(0)) % 900_000_007, 7) % 900_000_000

/** An invented name that differs from those of the other players in its letters. */
export const nameOf = (playerId: string): string =>
  `Test ${playerId.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

type Cells = Readonly<Record<string, string | number | null>>

const csv = (rows: readonly Cells[]): string => {
  const columns = Object.keys(rows[0] ?? {})
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('')
}

/** Writes a season as three plain CSV files, as `.csv.gz` if `gzipped`. */
export function writeSeason(dir: string, season: Season, gzipped = false): void {
  mkdirSync(dir, { recursive: true })
  const write = (name: string, rows: readonly Cells[]) =>
    gzipped
      ? writeFileSync(join(dir, `${name}.csv.gz`), gzipSync(csv(rows)))
      : writeFileSync(join(dir, `${name}.csv`), csv(rows))
  const who = (row: Season['batting'][number] | Season['pitching'][number]) => ({
    date: row.date,
    gameId: row.gameId,
    homeAway: row.home ? 'home' : 'away',
    team: row.club,
    opp: row.opponent,
    playerId: row.playerId,
    playerName: nameOf(row.playerId),
    mlbamId: mlbamIdOf(row.playerId),
  })
  write(
    'batting',
    season.batting.map((row) => ({
      ...who(row),
      AB: row.plateAppearances - row.baseOnBalls - (row.hitByPitch ?? 0),
      H: row.hits,
      '2B': row.doubles,
      '3B': row.triples,
      HR: row.homeRuns,
      R: row.runs,
      RBI: row.rbi,
      BB: row.baseOnBalls,
      HBP: row.hitByPitch,
      SO: row.strikeOuts,
      SB: row.stolenBases,
      PA: row.plateAppearances,
      SF: 0,
      order: row.slot ?? '',
      bats: row.bats ?? '',
    })),
  )
  write(
    'pitching',
    season.pitching.map((row) => ({
      ...who(row),
      started: row.started ? 1 : 0,
      outs: row.outs,
      H: row.hits,
      ER: row.earnedRuns,
      BB: row.baseOnBalls,
      SO: row.strikeOuts,
      HR: row.homeRuns,
      R: row.earnedRuns,
      HBP: row.hitByPitch ?? 0,
      BF: row.battersFaced,
      throws: row.throws ?? '',
    })),
  )
  write(
    'games',
    season.games.map((game) => ({
      date: game.date,
      gameId: game.id,
      home: game.home,
      away: game.away,
      park: game.park,
      startTime: '',
      homeStarterId: game.homeStarter?.id ?? '',
      awayStarterId: game.awayStarter?.id ?? '',
      homeStarterThrows: game.homeStarter?.throws ?? '',
      awayStarterThrows: game.awayStarter?.throws ?? '',
      gameNumber: game.id.endsWith('1') ? 2 : 0,
    })),
  )
}

const BOOKS = ['North', 'South', 'East'] as const

/** Writes a file of a season's or of prices' folder, with the columns of its first row. */
export function writeCsv(folder: string, name: string, rows: readonly Cells[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.csv`), csv(rows))
}

/** American odds of a side that depend on book and day, between −132 and −101. */
const price = (day: number, book: number, side: number): number =>
  -(101 + ((day * 7 + book * 3 + side * 5) % 32))

/**
 * Writes invented prices for a synthetic season: strikeouts of every starter at 1.5, home runs of the batters
 * in places 1 and 2. Each has two snapshots before first pitch and one after it, which has absurd odds.
 */
export function writePrices(dir: string, season: Season, from: string): void {
  const starters = season.pitching.filter(({ started, date }) => started && date >= from)
  const batters = season.batting.filter(({ slot, date }) => slot !== null && slot <= 2 && date >= from)
  const about = (row: { date: string; gameId: string; home: boolean; club: string; opponent: string }) => ({
    date: row.date,
    eventId: `event-${row.gameId}`,
    home: row.home ? row.club : row.opponent,
    away: row.home ? row.opponent : row.club,
    firstUtc: `${row.date}T12:00:00Z`,
    closeUtc: `${row.date}T22:00:00Z`,
    matched: 'ok',
  })
  const quotes = (row: Parameters<typeof about>[0], player: Cells, line: number) =>
    ['T12:00:00Z', 'T22:00:00Z', 'T23:59:00Z'].flatMap((at, snapshot) =>
      BOOKS.map((book, number) => ({
        snapshot_utc: `${row.date}${at}`,
        event_id: `event-${row.gameId}`,
        ...player,
        book,
        line,
        over_american: snapshot === 2 ? 9000 : price(Number(row.date.slice(-2)), number, snapshot),
        // The last book offers the over only.
        under_american: number === 2 ? '' : price(Number(row.date.slice(-2)), number, snapshot + 1),
        after_start: snapshot === 2 ? 1 : 0,
      })),
    )
  const write = (name: string, rows: readonly Cells[]) => writeCsv(dir, name, rows)
  write(
    'strikeout_lines',
    starters.map((row) => ({
      ...about(row),
      pitcher: row.playerId,
      playerId: row.playerId,
      mlbamId: mlbamIdOf(row.playerId),
      lineFirst: 1.5,
      lineClose: 1.5,
    })),
  )
  write(
    'strikeout_quotes',
    starters.flatMap((row) => quotes(row, { pitcher: row.playerId }, 1.5)),
  )
  write(
    'homerun_lines',
    batters.map((row) => ({ ...about(row), player: row.playerId, mlbamId: mlbamIdOf(row.playerId) })),
  )
  write(
    'homerun_quotes',
    batters.flatMap((row) => quotes(row, { player: row.playerId }, 0.5)),
  )
}

const PITCHING: PitchingRow = {
  date: '2021-06-01',
  gameId: 'BOS202106010',
  playerId: 'arm',
  club: 'BOS',
  opponent: 'NYA',
  home: true,
  throws: 'R',
  started: true,
  battersFaced: 24,
  outs: 18,
  strikeOuts: 5,
  hits: 4,
  homeRuns: 1,
  earnedRuns: 2,
  baseOnBalls: 1,
  hitByPitch: 0,
}

/** Quote of a book in American odds; null for a side that it does not offer. */
export const quote = (line: number, over: number | null, under: number | null, book = 'North'): Quote => ({
  book,
  line,
  over: over === null ? null : decimalOdds(over),
  under: under === null ? null : decimalOdds(under),
})

export interface GameFacts {
  readonly date?: string
  readonly line?: number
  readonly actual: number | null
  /** The engine's chances of 0, 1, 2 … strikeouts. */
  readonly chances: readonly number[]
  readonly first?: readonly Quote[]
  readonly close?: readonly Quote[]
}

/** A start with prices and a forecast; by default both snapshots have one book with −110 on both sides. */
export function forecastStart({
  date = '2021-06-01',
  line = 4.5,
  actual,
  chances,
  ...quotes
}: GameFacts): ForecastGame<JoinedGame> {
  const even = [quote(line, -110, -110)]
  const distribution = fromChances(0, chances)
  const forecast = buildStatForecast('Pitcher Strikeouts', distribution, distribution, distribution)
  const priced: PricedGame = {
    source: 'books',
    stat: 'Pitcher Strikeouts',
    date,
    player: 'Test Arm',
    playerId: 'arm',
    mlbamId: null,
    home: 'BOS',
    away: 'NYA',
    matched: 'ok',
    closeUtc: `${date}T22:00:00Z`,
    first: { line, quotes: quotes.first ?? even },
    close: { line, quotes: quotes.close ?? even },
  }
  return {
    joined: { group: 'pitching', stat: 'Pitcher Strikeouts', priced, actual, row: { ...PITCHING, date } },
    first: forecast,
    close: forecast,
  }
}
