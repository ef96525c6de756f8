import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Season } from '../read/season.ts'

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
const nameOf = (playerId: string): string =>
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
