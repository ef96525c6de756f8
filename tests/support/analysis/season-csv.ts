import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Real games, if available next to the checkout. They are not part of the product. */
export const SEASON_FOLDER = resolve(import.meta.dirname, '../../../../shared/season-2019')
export const hasSeason = existsSync(join(SEASON_FOLDER, 'batting.csv.gz'))

/** Oakland at Detroit of May 19 was suspended, and completed on September 6. */
const SUSPENDED = 'DET201905190'

/** One game of one batter: column name to text. */
type Row = Record<string, string>

/**
 * Reads the batting rows of the season without any code of the product, as an independent reference for its
 * counts.
 */
export function readBatting(): Row[] {
  const [head = '', ...lines] = gunzipSync(readFileSync(join(SEASON_FOLDER, 'batting.csv.gz')))
    .toString('utf8')
    .trim()
    .split('\n')
  const columns = head.trim().split(',')
  const rows = lines.map((line) => {
    const cells = line.trim().split(',')
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
  })
  return rows.filter(({ gameId }) => gameId !== SUSPENDED)
}

/** The value of a game in each market, computed from the columns. */
export const MARKETS: Record<string, (row: Row) => number> = {
  Hits: (row) => Number(row.H),
  'Total Bases': (row) => Number(row.H) + Number(row['2B']) + 2 * Number(row['3B']) + 3 * Number(row.HR),
  'H+R+RBI': (row) => Number(row.H) + Number(row.R) + Number(row.RBI),
}

/**
 * Counts the results of a line over the last `window` games before a day, in which the batter had a plate
 * appearance.
 * @returns null if no player has this name, or more than one
 */
export function countByHand(
  rows: Row[],
  player: string,
  market: string,
  line: number,
  day: string,
  window: number,
) {
  const value = MARKETS[market]
  const playerRows = rows.filter((row) => row.playerName === player)
  if (!value || new Set(playerRows.map((row) => row.playerId)).size !== 1) return null
  const games = playerRows
    .filter((row) => (row.date ?? '') < day && Number(row.PA) > 0)
    .sort((a, b) => `${a.date}${a.gameId}`.localeCompare(`${b.date}${b.gameId}`))
    .slice(-window)
    .map(value)
  return {
    over: games.filter((count) => count > line).length,
    under: games.filter((count) => count < line).length,
    push: games.filter((count) => count === line).length,
  }
}
