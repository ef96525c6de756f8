import type { NewsSentimentAnswer, NewsSentimentBody, PlayerNews } from '@propsight/shared/contracts'
import type { Deps } from '../../../deps.ts'
import type { StatsPerson } from '../../../sources/stats/format/person.ts'
import type { StatsTeam } from '../../../sources/stats/format/team.ts'
import { findPlayer } from '../../board/players.ts'
import { availabilityOf } from '../availability/availability-of.ts'
import { movesOf } from '../availability/moves-of.ts'
import { type MovesByPerson, readMoves } from './read-moves.ts'

/** Told of one player at most. */
const MOST_MOVES = 10

type Wanted = NewsSentimentBody['players'][number]

/** A name without a group: whoever it is as a batter and as a pitcher has to be the same one. */
function personOf(
  people: readonly StatsPerson[],
  teams: readonly StatsTeam[],
  wanted: Wanted,
): number | null {
  const found = (['hitting', 'pitching'] as const).map((group) =>
    findPlayer(people, teams, { ...wanted, group }),
  )
  const ids = new Set(found.flatMap((one) => (one.ok ? [one.person.id] : [])))
  const [id] = ids
  return id !== undefined && ids.size === 1 && found.every(({ ok }) => ok) ? id : null
}

const SENTIMENTS = { out: 'negative', returned: 'positive', moved: 'neutral' } as const

function newsOf({ name, team }: Wanted, moves: MovesByPerson, id: number, today: string): PlayerNews {
  const own = moves.get(id) ?? []
  const availability = availabilityOf(own, today)
  const told = movesOf(own, today).toReversed().slice(0, MOST_MOVES)
  return {
    name,
    team,
    availability,
    moves: told.map(({ date, label, text }) => ({ date, label, text })),
    sentiment: availability ? SENTIMENTS[availability.state] : 'neutral',
  }
}

/**
 * What the league's roster moves of the last two months say about some players, by the names of the book. Who is not
 * known by that name, or not alone, is left out: nothing can be said of him.
 * @throws UpstreamError where the moves, the roster or the clubs could not be read
 */
export async function playerNews(
  deps: Pick<Deps, 'upstream' | 'clock'>,
  players: readonly Wanted[],
): Promise<NewsSentimentAnswer['data']> {
  const { upstream, clock } = deps
  const season = clock.season()
  const [moves, roster, teams] = await Promise.all([
    readMoves(deps),
    upstream.stats.players(season),
    upstream.stats.teams(season),
  ])
  const today = clock.today()
  return {
    players: players.flatMap((wanted) => {
      const id = personOf(roster.value, teams.value, wanted)
      return id === null ? [] : [newsOf(wanted, moves.value, id, today)]
    }),
    readAt: moves.readAt,
    stale: moves.stale,
  }
}
