import type { Line, MovedPrice, RosterNews, Slate, SlateGame } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import { canonicalStat, MLB_MENU } from '@propsight/shared/domain'
import { BASEBALL_CLUBS } from '@propsight/shared/domain/clubs'
import { decimalOdds, impliedChance } from '@propsight/shared/domain/odds'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { OddsRepository, WatchedChange } from '../../repositories/odds.ts'
import { dayBefore } from '../../sources/stats/finished-games.ts'
import type { StatsTransaction } from '../../sources/stats/format/roster.ts'
import type { StatsGame } from '../../sources/stats/format/schedule.ts'
import type { LeaguePorts } from '../../sources/stats/stats-client.ts'
import { prefetchedTransactions, type TransactionPorts } from '../board/availability/read-transactions.ts'
import { classifyTransaction, type TransactionEffect } from '../board/availability/roster-transactions.ts'
import { toThrowHand } from '../board/forecast/engine-records.ts'
import { type BookPorts, type readLines, readMenuLines } from '../board/lines.ts'
import type { OddsBoard, ReadOddsBoard } from '../odds/odds-board.ts'
import { baseballGame } from '../weather/games-today.ts'

/** Moves of this time are listed. */
const MOVES_HOURS = 12
const HOUR_MS = 3_600_000
/** Props whose changes are read: those whose prices changed last. */
const MAX_PROPS = 200
const MAX_MOVES = 6

export interface MovePorts {
  readonly clock: LeagueClock
  readonly oddsOf: ReadOddsBoard
  readonly upstream: { readonly odds: object | null }
  readonly repositories: { readonly odds: Pick<OddsRepository, 'changesSince'> }
}

type Prices = OddsBoard['prices']
type Side = 'over' | 'under'
interface Move {
  readonly last: WatchedChange
  readonly side: Side
  readonly before: number
  readonly now: number
  /** Rise of the price's chance, 0 to 1. */
  readonly rise: number
}

const chanceOf = (odds: number): number => impliedChance(decimalOdds(odds))

/** The move of one line at one book from its first to its last change; null if no side became likelier. */
function moveOf(changes: readonly WatchedChange[]): Move | null {
  const [first] = changes
  const last = changes.at(-1)
  if (!first || !last) return null
  const moveOfSide = (side: Side, before: number | null): Move[] => {
    const now = last[side]
    if (before === null || now === null) return []
    return [{ last, side, before, now, rise: chanceOf(now) - chanceOf(before) }]
  }
  const sides = [...moveOfSide('over', first.beforeOver), ...moveOfSide('under', first.beforeUnder)]
  return sides.filter(({ rise }) => rise > 0).toSorted((a, b) => b.rise - a.rise)[0] ?? null
}

interface OpenProp {
  readonly gamePk: number
  readonly personId: number
  readonly player: string
  readonly stat: string
  readonly team: string | null
  readonly changedAt: string
}

const newestOf = (times: readonly string[]): string => times.toSorted().at(-1) ?? ''

/** The props of games that have not begun of which a price changed after the first read of the game, newest first. */
function changedProps({ events, props }: Pick<Prices, 'events' | 'props'>, now: number): OpenProp[] {
  const gamePks = new Map(
    events.flatMap(({ id, gamePk, startsAt }): [string, number][] =>
      gamePk !== null && Date.parse(startsAt) > now ? [[id, gamePk]] : [],
    ),
  )
  const firstReads = new Map<string, string>()
  for (const { eventId, quotes } of props)
    for (const { since } of quotes) {
      const first = firstReads.get(eventId)
      if (first === undefined || since < first) firstReads.set(eventId, since)
    }
  return props
    .flatMap(({ eventId, personId, player, stat, team, quotes }): OpenProp[] => {
      const gamePk = gamePks.get(eventId)
      const changedAt = newestOf(quotes.map(({ since }) => since))
      const hasChanged = changedAt > (firstReads.get(eventId) ?? '')
      return gamePk && personId !== null && hasChanged
        ? [{ gamePk, personId, player, stat, team, changedAt }]
        : []
    })
    .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt))
    .slice(0, MAX_PROPS)
}

async function findMoves({ clock, repositories }: MovePorts, prices: Prices): Promise<MovedPrice[]> {
  const now = clock.now()
  const props = changedProps(prices, now.getTime())
  if (props.length === 0) return []
  const since = new Date(now.getTime() - MOVES_HOURS * HOUR_MS)
  const changes = await repositories.odds.changesSince(since, props)
  const moves = [...Map.groupBy(changes, ({ quote }) => quote).values()].flatMap((each) => moveOf(each) ?? [])
  const largest = new Map<number, Move>()
  for (const move of moves.toSorted((a, b) => b.rise - a.rise))
    if (!largest.has(move.last.prop)) largest.set(move.last.prop, move)
  const titles = new Map(prices.books.map(({ key, title }) => [key, title]))
  return [...largest.values()]
    .slice(0, MAX_MOVES)
    .flatMap(({ last, side, before, now: odds }): MovedPrice[] => {
      const prop = props[last.prop]
      if (!prop) return []
      const { player, team, stat } = prop
      const { line, at } = last
      const book = titles.get(last.book) ?? last.book
      return [
        { player, team, stat, line, side: side === 'over' ? 'OVER' : 'UNDER', book, before, now: odds, at },
      ]
    })
}

/** Moves by the prices that they were found for, which are one object until a price changes. */
const known = new WeakMap<Prices, Promise<MovedPrice[]>>()

/**
 * Lists the largest moves of today's open props within the last hours, at most one per player and market.
 * @returns null without a source of odds
 */
export async function movedPrices(deps: MovePorts): Promise<MovedPrice[] | null> {
  if (!deps.upstream.odds) return null
  const { prices } = await deps.oddsOf(deps.clock.today())
  const found = known.get(prices) ?? findMoves(deps, prices)
  known.set(prices, found)
  // A failure is not kept.
  found.catch(() => known.delete(prices))
  return found
}

export type SlatePorts = BookPorts & LeaguePorts<'schedule' | 'nextGames'> & TransactionPorts & MovePorts

/** A service that has not answered by then is shown as one that cannot be reached. */
const ANSWER_MS = 2_500
const MAX_NEWS = 8
const ALL = 'All Stat Lines'
const NINE = 9

const CLUB_CODES = new Map(BASEBALL_CLUBS.map(({ mlbId, code }) => [mlbId, code]))

type Offered = Awaited<ReturnType<typeof readLines>>

type Probable = StatsGame['teams']['home']['probablePitcher']

const starterOf = (pitcher: Probable): SlateGame['starters']['home'] =>
  pitcher?.fullName ? { name: pitcher.fullName, throws: toThrowHand(pitcher.pitchHand?.code) } : null

/** The games of a league day by their starts, each with its starters and the number of its lines. */
function slateGames(games: readonly StatsGame[], date: string, lines: readonly Line[] | null): SlateGame[] {
  const byGame = lines && Map.groupBy(lines, ({ gamePk }) => gamePk)
  const shown = games.flatMap((game): SlateGame[] => {
    const dayGame = baseballGame(game, date)
    if (!dayGame) return []
    const { teams, lineups } = game
    return [
      {
        ...dayGame,
        starters: {
          away: starterOf(teams.away.probablePitcher),
          home: starterOf(teams.home.probablePitcher),
        },
        lineups: lineups?.awayPlayers.length === NINE && lineups.homePlayers.length === NINE,
        lines: byGame && (byGame.get(game.gamePk)?.length ?? 0),
      },
    ]
  })
  return shown.toSorted((a, b) => a.gameTime.localeCompare(b.gameTime))
}

function countLines({ players, total, readAt, stale }: Offered): NonNullable<Slate['lines']> {
  const byStat = Map.groupBy(players, ({ statType }) => canonicalStat(statType))
  const markets = MLB_MENU.map((market) => ({
    market,
    lines: market === ALL ? total : (byStat.get(canonicalStat(market))?.length ?? 0),
  }))
  return { total, markets, readAt, stale }
}

const KINDS: Partial<Record<TransactionEffect, RosterNews['kind']>> = {
  out: 'out',
  suspended: 'out',
  activated: 'back',
  'activated, no list': 'back',
  moved: 'moved',
}

/** Converts a transaction; null if it is of no club of the league, or tells nothing about who plays. */
function newsOf(transaction: StatsTransaction): RosterNews | null {
  const { person, toTeam, fromTeam, date, description } = transaction
  const reading = classifyTransaction(transaction)
  const kind = reading && KINDS[reading.effect]
  const team = CLUB_CODES.get(toTeam?.id ?? 0) ?? CLUB_CODES.get(fromTeam?.id ?? 0)
  if (!kind || !team || !person.fullName) return null
  return { name: person.fullName, team, kind, label: reading.label, date, text: description.slice(0, 300) }
}

/** The roster transactions of today and yesterday, newest first; null until the transactions were read. */
function rosterNews(deps: TransactionPorts): RosterNews[] | null {
  const transactions = prefetchedTransactions(deps, 0)
  if (!transactions) return null
  const today = deps.clock.today()
  const from = dayBefore(today)
  const recent = [...transactions.values()].flat().filter(({ date }) => date >= from && date <= today)
  const newest = recent.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
  const news = newest.flatMap((transaction) => newsOf(transaction) ?? [])
  return [...new Map(news.map((each) => [`${each.name} ${each.label}`, each])).values()].slice(0, MAX_NEWS)
}

/**
 * Reads the day as it is before any analysis: games, lines, moves and news. A part that fails, or does not answer in
 * time, is null. Never throws.
 * @param answerMs how long a part may take, milliseconds
 */
export async function readSlate(deps: SlatePorts, answerMs = ANSWER_MS): Promise<Slate> {
  const date = deps.clock.today()
  const orNull = async <T>(part: string, work: Promise<T>): Promise<T | null> => {
    try {
      return await withTimeout(work, answerMs)
    } catch (error) {
      deps.log.warn({ err: error }, `the slate lacks the ${part}`)
      return null
    }
  }
  const [schedule, book, moves, next] = await Promise.all([
    orNull('schedule', deps.upstream.stats.schedule(date)),
    orNull('lines', readMenuLines(deps)),
    orNull('moved prices', movedPrices(deps)),
    orNull('next games', deps.upstream.stats.nextGames(date)),
  ])
  const games = schedule && slateGames(schedule.value, date, book?.players ?? null)
  const isOver = games?.every(({ status }) => status !== 'scheduled') ?? false
  return {
    date,
    games,
    next: isOver ? (next?.value ?? null) : null,
    lines: book && countLines(book),
    moves,
    news: rosterNews(deps),
  }
}
