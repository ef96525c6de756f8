import type { NewsSentimentBody, NewsSentimentResponse, PlayerNews } from '@propsight/shared/contracts'
import { type BoxScoreLeague, leagueOfMarket } from '../../sources/box-score-league.ts'
import type { StatsPerson, StatsTeam } from '../../sources/stats/format/roster.ts'
import type { LeagueReads } from '../../sources/stats/stats-client.ts'
import { findAthlete } from '../board/athletes.ts'
import { readTransactions, type TransactionsByPerson } from '../board/availability/read-transactions.ts'
import { deriveAvailability, listTransactions } from '../board/availability/roster-transactions.ts'
import { findPlayer } from '../board/players.ts'

/** Maximum number of transactions per player in an answer. */
const MAX_TRANSACTIONS = 10

type NamedPlayer = NewsSentimentBody['players'][number]

/** Finds a player without a group: the name must match the same person as a batter and as a pitcher. */
function findPerson(
  people: readonly StatsPerson[],
  teams: readonly StatsTeam[],
  player: NamedPlayer,
): number | null {
  const results = (['hitting', 'pitching'] as const).map((group) =>
    findPlayer(people, teams, { ...player, group }),
  )
  const ids = new Set(results.flatMap((result) => (result.ok ? [result.person.id] : [])))
  const [id] = ids
  return id !== undefined && ids.size === 1 && results.every(({ ok }) => ok) ? id : null
}

const SENTIMENTS = { out: 'negative', returned: 'positive', moved: 'neutral' } as const

function buildNews(
  { name, team }: NamedPlayer,
  transactions: TransactionsByPerson,
  id: number,
  today: string,
): PlayerNews {
  const playerTransactions = transactions.get(id) ?? []
  const availability = deriveAvailability(playerTransactions, today)
  const recent = listTransactions(playerTransactions, today).toReversed().slice(0, MAX_TRANSACTIONS)
  return {
    name,
    team,
    availability,
    moves: recent.map(({ date, label, text }) => ({ date, label, text })),
    sentiment: availability ? SENTIMENTS[availability.state] : 'neutral',
  }
}

/** The reports of injuries of some players of another sport, by the book's names. @throws UpstreamError */
async function injuryNews(
  league: BoxScoreLeague,
  players: readonly NamedPlayer[],
  today: string,
): Promise<NewsSentimentResponse['data']> {
  const [games, reports] = await Promise.all([league.games(today), league.absences()])
  return {
    players: players.flatMap(({ name, team }): PlayerNews[] => {
      const athlete = findAthlete(games.value, { name, team })
      if (typeof athlete === 'string') return []
      const availability = reports.value.get(athlete.id)?.availability ?? null
      const moves = availability ? [availability].map(({ date, label, text }) => ({ date, label, text })) : []
      const sentiment = availability ? SENTIMENTS[availability.state] : 'neutral'
      return [{ name, team, availability, moves, sentiment }]
    }),
    readAt: reports.readAt,
    stale: reports.stale,
  }
}

/**
 * Summarizes the league's roster transactions of the last two months for some players, by the book's names
 * (N4), or of another sport the reports of injuries. Omits unknown and ambiguous names.
 * @param category of the run, which tells the sport
 * @throws UpstreamError when the transactions, the roster or the clubs could not be read
 */
export async function playerNews(
  deps: LeagueReads<'players' | 'teams' | 'transactions'>,
  players: readonly NamedPlayer[],
  category: string,
): Promise<NewsSentimentResponse['data']> {
  const { upstream, clock } = deps
  const league = leagueOfMarket(upstream, category)
  if (league) return injuryNews(league, players, clock.today())
  const season = clock.season()
  const [transactions, roster, teams] = await Promise.all([
    readTransactions(deps),
    upstream.stats.players(season),
    upstream.stats.teams(season),
  ])
  const today = clock.today()
  return {
    players: players.flatMap((player) => {
      const id = findPerson(roster.value, teams.value, player)
      return id === null ? [] : [buildNews(player, transactions.value, id, today)]
    }),
    readAt: transactions.readAt,
    stale: transactions.stale,
  }
}
