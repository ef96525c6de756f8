import type { BaseballGroup } from '@propsight/shared/contracts'
import type * as z from 'zod'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import {
  type ClubHitting,
  type ClubPitching,
  clubHittingSchema,
  clubPitchingSchema,
  type PlayerTotals,
  playerHittingSchema,
  playerPitchingSchema,
  type SeasonTotals,
  statsTotalsSchema,
} from './format/season-stats.ts'

interface TotalsAnswer<T> {
  readonly stats: readonly { readonly splits: readonly T[] }[]
}

/** The clubs of one answer, without duplicates. */
const clubs = <T extends { team: { id: number } }>({ stats }: TotalsAnswer<T>): T[] => [
  ...new Map(stats.flatMap(({ splits }) => splits).map((club) => [club.team.id, club])).values(),
]

const totalsQuery = (season: number, group: BaseballGroup, span: Readonly<Record<string, string>>) => ({
  season: String(season),
  sportIds: '1',
  group,
  ...span,
  gameType: 'R',
})
const SEASON = { stats: 'season' }
const CLUBS_PATH = '/api/v1/teams/stats'

/**
 * Loads the batting totals of each club over a season, or over the days of `span`.
 * @throws UpstreamError
 */
export async function loadClubBatting(
  client: ServiceClient,
  season: number,
  span: Readonly<Record<string, string>> = SEASON,
): Promise<ClubHitting[]> {
  const schema = statsTotalsSchema(clubHittingSchema)
  return clubs(await client.get(CLUBS_PATH, totalsQuery(season, 'hitting', span), schema))
}

/** Loads the totals of the batters who faced each club's pitchers in a season. @throws UpstreamError */
export async function loadClubPitching(client: ServiceClient, season: number): Promise<ClubPitching[]> {
  const schema = statsTotalsSchema(clubPitchingSchema)
  return clubs(await client.get(CLUBS_PATH, totalsQuery(season, 'pitching', SEASON), schema))
}

const SPLIT_FIELDS = 'stats,splits,player,id,stat'
const HITTING_FIELDS =
  'gamesPlayed,plateAppearances,hits,doubles,triples,homeRuns,runs,rbi,baseOnBalls,hitByPitch,strikeOuts,stolenBases'
const PITCHING_FIELDS =
  'gamesPlayed,gamesStarted,outs,battersFaced,hits,homeRuns,earnedRuns,baseOnBalls,hitBatsmen,strikeOuts'
/** More than the players of any season: about 1,500 bat and 900 pitch. */
const MAX_PLAYERS = '5000'

interface PlayerSplit {
  readonly player: { readonly id: number }
}

/**
 * The players of one answer. Of a player with several splits (one per club after a trade), the largest is kept: it is
 * the total if the answer has one.
 */
function players<T extends PlayerSplit>({ stats }: TotalsAnswer<T>, size: (split: T) => number): T[] {
  const largest = new Map<number, T>()
  for (const split of stats.flatMap(({ splits }) => splits)) {
    const previous = largest.get(split.player.id)
    if (!previous || size(split) > size(previous)) largest.set(split.player.id, split)
  }
  return [...largest.values()]
}

/**
 * Loads the totals of all players in a season in two requests: all batters, all pitchers.
 * @throws UpstreamError
 */
export async function loadPlayerTotals(client: ServiceClient, season: number): Promise<PlayerTotals> {
  const allPlayers = <T>(group: BaseballGroup, fields: string, split: z.ZodType<T>) => {
    const query = {
      ...totalsQuery(season, group, SEASON),
      playerPool: 'ALL',
      limit: MAX_PLAYERS,
      fields: `${SPLIT_FIELDS},${fields}`,
    }
    return client.get('/api/v1/stats', query, statsTotalsSchema(split))
  }
  const [hitters, pitchers] = await Promise.all([
    allPlayers('hitting', HITTING_FIELDS, playerHittingSchema),
    allPlayers('pitching', PITCHING_FIELDS, playerPitchingSchema),
  ])
  return {
    hitters: players(hitters, ({ stat }) => stat.plateAppearances),
    pitchers: players(pitchers, ({ stat }) => stat.battersFaced),
  }
}

/**
 * Loads the totals of a finished season in three requests: all batters, all pitchers, all clubs.
 * @throws UpstreamError
 */
export async function loadSeasonTotals(client: ServiceClient, season: number): Promise<SeasonTotals> {
  const [totals, clubs] = await Promise.all([
    loadPlayerTotals(client, season),
    loadClubBatting(client, season),
  ])
  return { ...totals, clubs }
}
