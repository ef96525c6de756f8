import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One row by column. A row may lack columns; its cells are then empty. */
export type Cells = Readonly<Record<string, string | number>>

export interface SmallSeason {
  readonly games: readonly Cells[]
  readonly batting: readonly Cells[]
  readonly pitching: readonly Cells[]
}

/** A game of the plain format. The id has the home club, the day and the number of the game. */
export const gameRow = (date: string, home: string, away: string, more: Cells = {}): Cells => ({
  date,
  gameId: `${home}${date.replaceAll('-', '')}0`,
  home,
  away,
  startTime: '19:10',
  homeStarterId: `arm-${home}`,
  awayStarterId: `arm-${away}`,
  homeStarterThrows: 'R',
  awayStarterThrows: 'L',
  gameNumber: 0,
  ...more,
})

const playerRow = (game: Cells, side: 'home' | 'away', playerId: string, mlbamId: number): Cells => ({
  date: game.date ?? '',
  gameId: game.gameId ?? '',
  homeAway: side,
  playerId,
  playerName: `Invented ${playerId}`,
  mlbamId,
})

/** A batter's line: four plate appearances, one hit. */
export const batterRow = (
  game: Cells,
  side: 'home' | 'away',
  playerId: string,
  mlbamId: number,
  more: Cells = {},
): Cells => ({
  ...playerRow(game, side, playerId, mlbamId),
  ...{ PA: 4, AB: 4, H: 1, '2B': 0, '3B': 0, HR: 0, R: 1, RBI: 0, BB: 0, HBP: 0, SO: 1, SB: 0, SF: 0 },
  order: 3,
  bats: 'R',
  ...more,
})

/** A starter's line: six innings, six strikeouts. */
export const starterRow = (game: Cells, side: 'home' | 'away', mlbamId: number, more: Cells = {}): Cells => ({
  ...playerRow(game, side, `arm-${game[side]}`, mlbamId),
  ...{ started: 1, outs: 18, BF: 24, H: 5, HR: 1, BB: 1, HBP: 0, SO: 6, ER: 2, R: 2, throws: 'R' },
  ...more,
})

/** The text of a file. Cells with a comma are quoted. */
export const toCsv = (rows: readonly Cells[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: string | number | undefined) =>
    String(value ?? '').includes(',') ? `"${value}"` : value
  return [columns.join(','), ...rows.map((row) => columns.map((name) => cell(row[name])).join(','))]
    .map((line) => `${line}\n`)
    .join('')
}

/** Writes a season as three plain files. */
export function writeSmallSeason(dir: string, season: SmallSeason): void {
  mkdirSync(dir, { recursive: true })
  for (const name of ['games', 'batting', 'pitching'] as const)
    writeFileSync(join(dir, `${name}.csv`), toCsv(season[name]))
}
