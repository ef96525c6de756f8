import type { Line, RosterNews, Slate, SlateGame } from '@propsight/shared/contracts'
import { canonicalStat, type SportCode, shownMarketsOf } from '@propsight/shared/domain'
import { BASEBALL_CLUBS } from '@propsight/shared/domain/clubs'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { BoxScoreLeague } from '../../sources/box-score-league.ts'
import { dayBefore } from '../../sources/stats/finished-games.ts'
import type { StatsTransaction } from '../../sources/stats/format/roster.ts'
import { isCalledOff, type StatsGame } from '../../sources/stats/format/schedule.ts'
import type { LeaguePorts } from '../../sources/stats/stats-client.ts'
import { prefetchedTransactions, type TransactionPorts } from '../board/availability/read-transactions.ts'
import { classifyTransaction, type TransactionEffect } from '../board/availability/roster-transactions.ts'
import { toThrowHand } from '../board/forecast/engine-records.ts'
import { type BookPorts, type readLines, readMenuLines } from '../board/lines.ts'
import { baseballGame, leagueGame } from '../weather/games-today.ts'
import { type MovePorts, movedPrices } from './moved-prices.ts'

export type SlatePorts = BookPorts & LeaguePorts<'schedule' | 'nextGames'> & TransactionPorts & MovePorts

/** A service that has not answered by then is shown as one that cannot be reached. */
const ANSWER_MS = 2_500
const MAX_NEWS = 8
const ALL = 'All Stat Lines'
const NINE = 9

const CLUB_CODES = new Map(BASEBALL_CLUBS.map(({ mlbId, code }) => [mlbId, code]))

type Offered = Awaited<ReturnType<typeof readLines>>

type Probable = StatsGame['teams']['home']['probablePitcher']

const starterOf = (pitcher: Probable): NonNullable<SlateGame['starters']>['home'] =>
  pitcher?.fullName ? { name: pitcher.fullName, throws: toThrowHand(pitcher.pitchHand?.code) } : null

type ShownGame = Omit<SlateGame, 'lines'>

/** A game of baseball with its starters; null if a side is none of the clubs. */
function baseballSlateGame(game: StatsGame, date: string): ShownGame | null {
  const dayGame = baseballGame(game, date)
  const { teams, lineups } = game
  return (
    dayGame && {
      ...dayGame,
      starters: {
        away: starterOf(teams.away.probablePitcher),
        home: starterOf(teams.home.probablePitcher),
      },
      lineups: lineups?.awayPlayers.length === NINE && lineups.homePlayers.length === NINE,
    }
  )
}

/** A game of another league, with the clubs that also play the day before. */
function leagueSlateGame(game: StatsGame, playedYesterday: ReadonlySet<string>): ShownGame {
  const dayGame = leagueGame(game)
  const backToBack = [dayGame.awayTeam, dayGame.homeTeam].filter((club) => playedYesterday.has(club))
  return { ...dayGame, starters: null, backToBack, lineups: false }
}

const clubsOf = (games: readonly StatsGame[]): ReadonlySet<string> =>
  new Set(
    games
      .filter((game) => !isCalledOff(game))
      .flatMap(({ teams }) => [teams.home, teams.away].flatMap(({ team }) => team.abbreviation ?? [])),
  )

/** The games of a league day by their starts, each with the number of its lines. */
function countByGame(games: readonly ShownGame[], lines: readonly Line[] | null): SlateGame[] {
  const byGame = lines && Map.groupBy(lines, ({ gamePk }) => String(gamePk))
  const shown = games.map((game) => ({ ...game, lines: byGame && (byGame.get(game.id)?.length ?? 0) }))
  return shown.toSorted((a, b) => a.gameTime.localeCompare(b.gameTime))
}

function countLines(
  { players, total, readAt, stale }: Offered,
  sport: SportCode,
): NonNullable<Slate['lines']> {
  const byStat = Map.groupBy(players, ({ statType }) => canonicalStat(statType))
  const markets = shownMarketsOf(sport).map((market) => ({
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

/** The reports of today and yesterday that players are out, newest first. @throws UpstreamError */
async function injuryNews(league: BoxScoreLeague, date: string): Promise<RosterNews[]> {
  const reports = await league.absences()
  const newest = [...reports.value.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const news = newest.flatMap(({ name, club, hasMarkets, availability }): RosterNews[] => {
    if (club === null || !hasMarkets || availability.date < dayBefore(date)) return []
    // 'Out' is the kind of the news.
    const label = availability.label.replace(/^Out: /, '')
    const text = availability.text.slice(0, 300)
    return [{ name, team: club, kind: 'out', label, date: availability.date, text }]
  })
  return news.slice(0, MAX_NEWS)
}

/**
 * Reads the day of a sport as it is before any analysis: games, lines, moves and news. A part that fails, or does not
 * answer in time, is null. Never throws.
 * @param answerMs how long a part may take, milliseconds
 */
export async function readSlate(deps: SlatePorts, sport: SportCode, answerMs = ANSWER_MS): Promise<Slate> {
  const league = deps.upstream.leagues.find((each) => each.sport === sport)
  const source = league ?? deps.upstream.stats
  const date = deps.clock.today()
  const orNull = async <T>(part: string, work: Promise<T>): Promise<T | null> => {
    try {
      return await withTimeout(work, answerMs)
    } catch (error) {
      deps.log.warn({ err: error }, `the slate lacks the ${part}`)
      return null
    }
  }
  const [schedule, book, moves, next, news, yesterday] = await Promise.all([
    orNull('schedule', source.schedule(date)),
    orNull('lines', readMenuLines(deps, sport)),
    orNull('moved prices', movedPrices(deps, sport)),
    orNull('next games', source.nextGames(date)),
    league ? orNull('injuries', injuryNews(league, date)) : rosterNews(deps),
    league ? orNull('schedule of yesterday', league.schedule(dayBefore(date))) : null,
  ])
  const playedYesterday = clubsOf(yesterday?.value ?? [])
  const shown = schedule?.value.flatMap(
    (game) => (league ? leagueSlateGame(game, playedYesterday) : baseballSlateGame(game, date)) ?? [],
  )
  const games = shown ? countByGame(shown, book?.players ?? null) : null
  const isOver = games?.every(({ status }) => status !== 'scheduled') ?? false
  return {
    date,
    games,
    next: isOver ? (next?.value ?? null) : null,
    lines: book && countLines(book, sport),
    moves,
    news,
  }
}
