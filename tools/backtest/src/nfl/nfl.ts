import {
  type FootballGame,
  type FootballLine,
  type FootballOutlook,
  type FootballPlayer,
  findNflMarket,
  forecastNflPlayer,
  NFL_CONSTANTS,
  NFL_FITTED,
  NFL_LINE_EVIDENCE,
  NFL_MARKETS,
  type NflConstants,
  NflLeague,
  roleOf,
} from '@propsight/shared/domain/sports/nfl'
import * as z from 'zod'
import { readRows } from '../read/read-season.ts'
import { CELL, readFolders, seasonOfDate } from '../sport/read.ts'
import type { Sport } from '../sport/sport.ts'
import { fitNfl } from './fit-nfl.ts'

const { filled, day, count, blankCount } = CELL
const yards = z
  .string()
  .regex(/^-?\d{1,3}$/, { error: 'are not yards' })
  .transform(Number)
const blankNumber = z
  .string()
  .regex(/^(-?\d{1,3}(\.\d+)?)?$/, { error: 'is not a number' })
  .transform((text) => (text === '' ? null : Number(text)))

const GAME = z.object({
  date: day,
  gameId: filled,
  gameType: filled,
  home: filled,
  away: filled,
  homeScore: count,
  awayScore: count,
  neutral: z.string(),
  roof: z.string(),
  windMph: blankCount,
  spreadLine: blankNumber,
  totalLine: blankNumber,
})
const LINE = z.object({
  gameId: filled,
  team: filled,
  playerId: filled,
  position: z.string(),
  passAttempts: count,
  passCompletions: count,
  passYards: yards,
  passTds: count,
  interceptions: count,
  rushAttempts: count,
  rushYards: yards,
  rushTds: count,
  targets: count,
  receptions: count,
  recYards: yards,
  recTds: count,
})

/** Positions that throw, carry and catch; others do so a few times a season. */
const OFFENSE: ReadonlySet<string> = new Set(['QB', 'RB', 'FB', 'WR', 'TE'])
const ROOFED: ReadonlySet<string> = new Set(['dome', 'closed'])

const boxLine = (row: z.output<typeof LINE>): FootballLine => ({
  playerId: row.playerId,
  club: row.team,
  position: row.position,
  counts: {
    passAttempts: row.passAttempts,
    completions: row.passCompletions,
    passYards: row.passYards,
    passTouchdowns: row.passTds,
    interceptions: row.interceptions,
    carries: row.rushAttempts,
    rushYards: row.rushYards,
    rushTouchdowns: row.rushTds,
    targets: row.targets,
    receptions: row.receptions,
    receivingYards: row.recYards,
    receivingTouchdowns: row.recTds,
  },
})

function readGames(folder: string): FootballGame[] {
  const rows = readRows(folder, 'players', LINE).filter(({ position }) => OFFENSE.has(position))
  const lines = Map.groupBy(rows, ({ gameId }) => gameId)
  return readRows(folder, 'games', GAME).map(
    ({ gameId, gameType, neutral, roof, windMph, spreadLine, totalLine, ...game }) => ({
      ...game,
      id: gameId,
      season: seasonOfDate(game.date),
      playoffs: gameType !== 'REG',
      neutral: neutral === '1',
      spread: spreadLine,
      total: totalLine,
      wind: ROOFED.has(roof) ? 0 : windMph,
      lines: (lines.get(gameId) ?? []).map(boxLine),
    }),
  )
}

/** Passes, carries and targets of the last games from which books offer lines on a player. */
const OFFERED = 3

/** The NFL, as the commands judge and fit it. Folders have `games` and `players`, each `.csv` or `.csv.gz`. */
export const NFL: Sport<FootballLine, FootballGame, FootballPlayer, FootballOutlook, NflConstants> = {
  name: 'nfl',
  title: 'NFL',
  stats: NFL_MARKETS.map(({ stat }) => stat),
  value: (stat, { position, counts }) => {
    const market = findNflMarket(stat)
    return market?.roles.includes(roleOf(position))
      ? market.parts.reduce((sum, part) => sum + counts[part], 0)
      : null
  },
  fixedLines: {
    'Rush Yards': [49.5],
    'Rush Attempts': [12.5],
    'Receiving Yards': [39.5],
    Receptions: [3.5],
    'Rush+Rec Yds': [59.5],
    'Rush+Rec TDs': [0.5],
  },
  judged: {
    least: 4,
    shrink: 5,
    words:
      'Players with four earlier games of the season and three passes, carries or targets in each of the last ones.',
  },
  ownRate: 4,
  offered: ({ player }) => player.started && player.chances >= OFFERED,
  reportedMinutes: 24 * 60,
  league: (constants) => new NflLeague(constants),
  forecast: forecastNflPlayer,
  constants: NFL_CONSTANTS,
  fitted: NFL_FITTED,
  lineEvidence: NFL_LINE_EVIDENCE,
  priced: {
    pass_yards: 'Pass Yards',
    rush_yards: 'Rush Yards',
    rec_yards: 'Receiving Yards',
    receptions: 'Receptions',
    rush_attempts: 'Rush Attempts',
    pass_attempts: 'Pass Attempts',
    completions: 'Pass Completions',
    pass_tds: 'Pass TDs',
    interceptions: 'INT',
  },
  folder: new URL('../../../../shared/src/domain/sports/nfl/fitted', import.meta.url).pathname,
  readSeasons: (folders) => readFolders(folders, readGames),
  fit: (games, say) => fitNfl(NFL, games, say),
}
