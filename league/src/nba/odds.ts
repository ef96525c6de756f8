import { NBA_ODDS } from '@propsight/shared/domain/sports/nba'
import { EventBooks } from '../odds/event-books.ts'
import type { OddsGame, OddsPlayer } from '../odds/odds-day.ts'
import type {
  EventQuotes,
  LeagueOdds,
  OddsEvent,
  OddsSnapshot,
  OddsSource,
  Outcome,
} from '../odds/odds-source.ts'
import { eventId, HISTORY_MS, SNAPSHOT_MS } from '../odds/sample-odds.ts'
import type { Row, Table } from '../replay/csv.ts'
import {
  type MarketSnapshot,
  type ReplayEvent,
  ReplayOdds,
  readInstant,
  readPrice,
} from '../replay/replay-odds.ts'
import { randomFrom } from '../world/random.ts'
import { dateOf, dayNumber, instantOf, type PropCounts } from '../world/world.ts'
import { availablePlayers, LINED_PLAYERS, MARKETS, type SampleNba } from './league.ts'
import { drawClub, drawPace, expectedCounts, GAME_MS } from './play.ts'
import { type NbaQuote, openFile, quotedLines, ReplayNba } from './replay.ts'
import { clubName, type NbaGame, type NbaPlayer } from './season.ts'

/** Simulated games behind the true probabilities of a game's props. */
const SIMULATIONS = 600
/** The odds service lists the games of a day in the evening before. */
const LISTED_AT = '22:00'
/** Games whose prices are kept: those of two days. */
const KEPT_GAMES = 20

const QUOTED = NBA_ODDS.markets.map(({ key }) => ({ key, role: 'player' as const }))
const KEYS = new Map(NBA_ODDS.markets.map(({ stat, key }) => [stat, key]))

const listedAt = ({ date }: NbaGame): number =>
  Date.parse(instantOf(dateOf(dayNumber(date) - 1), LISTED_AT, 'America/New_York'))
const startOf = ({ startsAt }: NbaGame): number => Date.parse(startsAt)

/** The markets in which the books quote a player. */
const quotedMarkets = (player: NbaPlayer) =>
  MARKETS.flatMap(([stat, toValue, least]) => {
    const key = KEYS.get(stat)
    return key === undefined || toValue(expectedCounts(player)) < least ? [] : [{ key, toValue }]
  })

/** How often the half lines 0.5, 1.5, … were exceeded. @param seen how often each value was seen */
function countAbove(seen: readonly number[], games: number): number[] {
  let above = games
  return Array.from({ length: Math.max(0, seen.length - 1) }, (_, value) => {
    above -= seen[value] ?? 0
    return above
  })
}

/** How often each line is exceeded in the simulated games of a club, for the players whom the books quote. */
function simulateProps(seed: string, game: NbaGame, available: readonly NbaPlayer[]): PropCounts[] {
  const random = randomFrom(seed, 'nba odds', game.id, available[0]?.club ?? 0)
  const props = available.slice(0, LINED_PLAYERS).map((player) => ({
    player,
    games: 0,
    markets: quotedMarkets(player).map((market) => ({ ...market, seen: [] as number[] })),
  }))
  for (let simulated = 0; simulated < SIMULATIONS; simulated += 1) {
    const lines = drawClub(random, available, drawPace(random))
    for (const prop of props) {
      const line = lines.get(prop.player)
      // A bet on a player who does not take part is void.
      if (!line) continue
      prop.games += 1
      for (const { seen, toValue } of prop.markets) {
        const value = Math.max(0, Math.ceil(toValue(line.counts)))
        seen[value] = (seen[value] ?? 0) + 1
      }
    }
  }
  return props.map(({ player, games, markets }) => ({
    gamePk: game.id,
    personId: player.id,
    games,
    above: Object.fromEntries(markets.map(({ key, seen }) => [key, countAbove(seen, games)])),
  }))
}

/**
 * The odds of the sample books for the sample NBA, computed on request from the true distributions of the players who
 * can play. They move by the errors of the books only.
 */
export class SampleNbaOdds implements OddsSource {
  readonly #seed: string
  readonly #nba: SampleNba
  readonly #books = new Map<number, EventBooks>()

  constructor(seed: string, nba: SampleNba) {
    this.#seed = seed
    this.#nba = nba
  }

  events(now: Date): readonly OddsEvent[] {
    return this.#around(now)
      .filter((game) => this.#isListed(game, now))
      .toSorted((a, b) => startOf(a) - startOf(b) || a.id - b.id)
      .map((game) => this.#event(game))
  }

  quotes(id: string, now: Date, markets: ReadonlySet<string>): EventQuotes | null {
    const game = this.#find(id, now)
    if (!game || !this.#isListed(game, now)) return null
    return { event: this.#event(game), books: this.#booksAt(game, now.getTime(), markets) }
  }

  history(id: string, at: Date, now: Date, markets: ReadonlySet<string>): OddsSnapshot | null {
    const timestamp = Math.floor(Math.min(at.getTime(), now.getTime()) / SNAPSHOT_MS) * SNAPSHOT_MS
    const game = this.#find(id, new Date(timestamp))
    if (!game || listedAt(game) > timestamp || timestamp > startOf(game) + HISTORY_MS) return null
    const next = timestamp + SNAPSHOT_MS
    return {
      timestamp,
      previous: timestamp - SNAPSHOT_MS,
      next: next <= now.getTime() ? next : null,
      event: this.#event(game),
      books: this.#booksAt(game, timestamp, markets),
    }
  }

  /** The games of the day before an instant, of its day and of the next one. */
  #around(instant: Date): readonly NbaGame[] {
    const today = dayNumber(instant.toISOString().slice(0, 10))
    return this.#nba.games({ from: dateOf(today - 1), to: dateOf(today + 1) }, instant)
  }

  #find(id: string, instant: Date): NbaGame | undefined {
    return this.#around(instant).find((game) => eventId(this.#seed, game.id) === id)
  }

  #isListed(game: NbaGame, now: Date): boolean {
    return listedAt(game) <= now.getTime() && now.getTime() < startOf(game) + GAME_MS
  }

  #event({ id, startsAt, home, away }: NbaGame): OddsEvent {
    return {
      id: eventId(this.#seed, id),
      commenceTime: new Date(startsAt).toISOString().replace('.000Z', 'Z'),
      homeTeam: clubName(home),
      awayTeam: clubName(away),
    }
  }

  #booksAt(game: NbaGame, instant: number, markets: ReadonlySet<string>) {
    const known = this.#books.get(game.id)
    const books = known ?? new EventBooks(`${this.#seed}|nba odds`, this.#oddsGame(game), QUOTED)
    if (!known && this.#books.size >= KEPT_GAMES) this.#books.clear()
    this.#books.set(game.id, books)
    return books.at(instant, markets)
  }

  #oddsGame(game: NbaGame): OddsGame {
    const from = listedAt(game)
    const players = [game.away, game.home].flatMap((club): OddsPlayer[] => {
      const available = availablePlayers(this.#seed, this.#nba.rosters[club] ?? [], game.date)
      const names = new Map(available.map(({ id, name }) => [id, name]))
      return simulateProps(this.#seed, game, available).map((counts) => ({
        id: counts.personId,
        name: names.get(counts.personId) ?? '',
        role: 'player',
        home: club === game.home,
        slot: -1,
        counts,
        from,
        scratchedAt: null,
      }))
    })
    const { id, date } = game
    return { game: { pk: id, date }, park: undefined, listedAt: from, startsAt: startOf(game), players }
  }
}

/** The NBA at the odds service. */
export const nbaOdds = (source: OddsSource | null): LeagueOdds => ({
  sport: NBA_ODDS,
  title: 'NBA',
  group: 'Basketball',
  description: 'US Basketball',
  source,
})

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
