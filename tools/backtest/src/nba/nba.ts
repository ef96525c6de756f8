import {
  type BoxGame,
  type BoxLine,
  findNbaMarket,
  forecastNbaPlayer,
  NBA_CONSTANTS,
  NBA_FITTED,
  NBA_LINE_EVIDENCE,
  NBA_MARKETS,
  type NbaConstants,
  NbaLeague,
  type PlayerOutlook,
  type PlayerRecord,
} from '@propsight/shared/domain/sports/nba'
import * as z from 'zod'
import { readRows } from '../read/read-season.ts'
import { CELL, readFolders, seasonOfDate } from '../sport/read.ts'
import type { Sport } from '../sport/sport.ts'
import { fitNba } from './fit-nba.ts'

const { filled, day, count, blankCount } = CELL
const minutes = z
  .string()
  .regex(/^(\d{1,2}(\.\d+)?)?$/, { error: 'are not minutes' })
  .transform((text) => (text === '' ? null : Number(text)))

const GAME = z.object({
  date: day,
  gameId: filled,
  seasonType: filled,
  home: filled,
  away: filled,
  homeScore: count,
  awayScore: count,
})
const LINE = z.object({
  gameId: filled,
  team: filled,
  playerId: filled,
  position: z.string(),
  minutes,
  minutesExact: minutes,
  points: count,
  rebounds: count,
  assists: count,
  steals: count,
  blocks: count,
  turnovers: count,
  offRebounds: blankCount,
  threesMade: blankCount,
  threesAttempted: blankCount,
  fieldGoalsMade: blankCount,
  fieldGoalsAttempted: blankCount,
  freeThrowsMade: blankCount,
  freeThrowsAttempted: blankCount,
})

/** Shortest time of a player who took part: the minutes of some sources are rounded down. */
const LEAST_MINUTES = 0.5

const less = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other

const boxLine = (row: z.output<typeof LINE>): BoxLine => ({
  playerId: row.playerId,
  club: row.team,
  position: row.position,
  minutes: Math.max(LEAST_MINUTES, row.minutesExact ?? row.minutes ?? 0),
  counts: {
    points: row.points,
    rebounds: row.rebounds,
    assists: row.assists,
    steals: row.steals,
    blocks: row.blocks,
    turnovers: row.turnovers,
    twosMade: less(row.fieldGoalsMade, row.threesMade),
    twosAttempted: less(row.fieldGoalsAttempted, row.threesAttempted),
    threesMade: row.threesMade,
    threesAttempted: row.threesAttempted,
    freeThrowsMade: row.freeThrowsMade,
    freeThrowsAttempted: row.freeThrowsAttempted,
    offensiveRebounds: row.offRebounds,
  },
})

function readGames(folder: string): BoxGame[] {
  const lines = Map.groupBy(readRows(folder, 'players', LINE), ({ gameId }) => gameId)
  return readRows(folder, 'games', GAME).map(
    ({ gameId, seasonType, ...game }): BoxGame => ({
      ...game,
      id: gameId,
      season: seasonOfDate(game.date),
      playoffs: seasonType === 'playoffs',
      lines: (lines.get(gameId) ?? []).map(boxLine),
    }),
  )
}

/** The NBA, as the commands judge and fit it. Folders have `games` and `players`, each `.csv` or `.csv.gz`. */
export const NBA: Sport<BoxLine, BoxGame, PlayerRecord, PlayerOutlook, NbaConstants> = {
  name: 'nba',
  title: 'NBA',
  stats: NBA_MARKETS.map(({ stat }) => stat),
  value: (stat, { counts }) => findNbaMarket(stat)?.value(counts) ?? null,
  fixedLines: {
    Points: [14.5, 24.5],
    Rebounds: [4.5, 8.5],
    Assists: [2.5, 5.5],
    '3-PT Made': [0.5, 2.5],
    'Pts+Rebs+Asts': [19.5, 34.5],
    'Pts+Rebs': [14.5],
    'Pts+Asts': [14.5],
    'Rebs+Asts': [6.5],
    Steals: [0.5],
    'Blocked Shots': [0.5],
    'Blks+Stls': [1.5],
    Turnovers: [1.5],
    'Fantasy Score': [24.5],
  },
  // Players differ more than those of baseball do, so the share of overs is shrunk less: of 5, 10, 20 and 60 games, 5 make
  // the best rate.
  judged: { least: 10, shrink: 5, words: 'Players with ten earlier games of the season.' },
  ownRate: 5,
  offered: () => true,
  reportedMinutes: 60,
  league: (constants) => new NbaLeague(constants),
  forecast: forecastNbaPlayer,
  constants: NBA_CONSTANTS,
  fitted: NBA_FITTED,
  lineEvidence: NBA_LINE_EVIDENCE,
  priced: {
    points: 'Points',
    rebounds: 'Rebounds',
    assists: 'Assists',
    threes: '3-PT Made',
    pra: 'Pts+Rebs+Asts',
    steals: 'Steals',
    blocks: 'Blocked Shots',
  },
  folder: new URL('../../../../shared/src/domain/sports/nba/fitted', import.meta.url).pathname,
  readSeasons: (folders) => readFolders(folders, readGames),
  fit: (games, say) => fitNba(NBA, games, say),
}
