import { NBA_ODDS } from '@propsight/shared/domain/sports/nba'
import type { Outcome } from '../odds/odds-source.ts'
import { eventId } from '../odds/sample-odds.ts'
import type { Row, Table } from '../replay/csv.ts'
import {
  type MarketSnapshot,
  type ReplayEvent,
  ReplayOdds,
  readInstant,
  readPrice,
} from '../replay/replay-odds.ts'
import { dateOf, dayNumber } from '../world/world.ts'
import { clubName } from './clubs.ts'
import { type NbaQuote, openFile, quotedLines, ReplayNba } from './replay.ts'

/** The markets of a file of quotes by their names in it. */
const STATS: Readonly<Record<string, string>> = {
  points: 'Points',
  rebounds: 'Rebounds',
  assists: 'Assists',
  threes: '3-PT Made',
  pra: 'Pts+Rebs+Asts',
  steals: 'Steals',
  blocks: 'Blocked Shots',
}
const KEYS = new Map(NBA_ODDS.markets.map(({ stat, key }) => [stat, key]))

function readQuote(row: Row): NbaQuote {
  const stat = STATS[row.name('market')]
  if (stat === undefined) throw row.refuse('market', `'${row.text('market')}' is not a known market`)
  const point = Number(row.name('line'))
  if (!Number.isFinite(point) || point < 0) throw row.refuse('line', `'${row.text('line')}' is not a line`)
  const outcome = (name: Outcome['name'], price: number | null): Outcome[] =>
    price === null ? [] : [{ name, player: row.name('player'), price, point }]
  const outcomes = [...outcome('Over', readPrice(row, 'over')), ...outcome('Under', readPrice(row, 'under'))]
  return {
    gameId: Number(row.name('gameId')),
    playerId: row.id('playerId'),
    stat,
    at: readInstant(row, 'snapshotUtc'),
    book: row.name('book'),
    line: point,
    outcomes,
  }
}

/** Reads the quotes of the games of a day and of the next one, from before their start. */
function readQuotes(table: Table | null, date: string): NbaQuote[] {
  const days = new Set([date, dateOf(dayNumber(date) + 1)])
  const quotes: NbaQuote[] = []
  const isUsed = (row: Row) =>
    days.has(row.day('date')) && row.text('afterStart') !== '1' && row.text('gameId') !== ''
  table?.each((row) => quotes.push(readQuote(row)), undefined, isUsed)
  return quotes
}

function toEvents(nba: ReplayNba, quotes: readonly NbaQuote[]): ReplayEvent[] {
  return [...Map.groupBy(quotes, ({ gameId }) => gameId)].flatMap(([gameId, own]) => {
    const game = nba.game(gameId)
    if (!game) return []
    const commence = Date.parse(game.startsAt)
    const markets = new Map<string, MarketSnapshot[]>()
    for (const [stat, ofStat] of Map.groupBy(own, (quote) => quote.stat)) {
      const snapshots = [...Map.groupBy(ofStat, ({ at }) => at)].filter(([at]) => at < commence)
      const key = KEYS.get(stat)
      if (key !== undefined)
        markets.set(
          key,
          snapshots.map(([at, each]) => ({ at, commence, quotes: each })),
        )
    }
    const event = {
      id: eventId('replay', gameId),
      homeTeam: clubName(game.home),
      awayTeam: clubName(game.away),
    }
    return [{ ...event, markets }]
  })
}

/**
 * Opens a replay of the NBA.
 * @param folders seasons have `games` and `players`, and `injuries` where they exist; recorded prices have `quotes`
 * @param date the day of the replay: prices of its games and of the next day's are read
 * @throws ReplayError
 */
export function openNbaReplay(folders: readonly string[], date: string) {
  const tables = folders.map((folder) => ({ folder, quotes: openFile(folder, 'quotes') }))
  const quotes = tables.flatMap((each) => readQuotes(each.quotes, date))
  const seasons = tables.flatMap((each) => (each.quotes ? [] : [each.folder]))
  const nba = new ReplayNba(seasons, quotedLines(quotes))
  return { nba, odds: quotes.length > 0 ? new ReplayOdds(toEvents(nba, quotes)) : null }
}
