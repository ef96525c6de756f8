import type { StatGroup } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import {
  type ClubHitting,
  type ClubPitching,
  clubHittingSchema,
  clubPitchingSchema,
  playerHittingSchema,
  playerPitchingSchema,
  statsTeamStatsSchema,
} from './format/season-stats.ts'

interface TeamStats {
  readonly stats: readonly { readonly splits: readonly unknown[] }[]
}

/**
 * Parses the clubs of one response, without duplicates.
 * @throws ZodError if there are splits and none can be parsed
 */
function clubs<T extends { team: { id: number } }>({ stats }: TeamStats, schema: z.ZodType<T>): T[] {
  const parsed = stats.flatMap(({ splits }) => splits).map((split) => schema.safeParse(split))
  const readable = parsed.flatMap(({ data }) => (data ? [data] : []))
  const [first] = parsed
  if (readable.length === 0 && first && !first.success) throw first.error
  return [...new Map(readable.map((club) => [club.team.id, club])).values()]
}

/** Batting totals of each club over the requested days. */
export const clubsBatting = (answer: TeamStats): ClubHitting[] => clubs(answer, clubHittingSchema)

/** Totals of the batters who faced each club's pitchers. */
export const clubsPitching = (answer: TeamStats): ClubPitching[] => clubs(answer, clubPitchingSchema)

/** Stored format of the totals of all players in one season. */
export const playerTotalsSchema = z.object({
  hitters: z.array(playerHittingSchema),
  pitchers: z.array(playerPitchingSchema),
})
/** Totals of all players in one season, without duplicates. */
export type PlayerTotals = z.infer<typeof playerTotalsSchema>

/** Stored format of the totals of a finished season. */
export const seasonTotalsSchema = playerTotalsSchema.extend({ clubs: z.array(clubHittingSchema) })
/** Totals of all players and clubs in one season, without duplicates. */
export type SeasonTotals = z.infer<typeof seasonTotalsSchema>

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
 * Parses the players of one response. Of a player with several splits (one per club after a trade), the
 * largest is kept: it is the total if the response has one.
 * @throws ZodError if there are splits and none can be parsed
 */
function players<T extends PlayerSplit>(
  { stats }: z.infer<typeof statsTeamStatsSchema>,
  schema: z.ZodType<T>,
  size: (split: T) => number,
): T[] {
  const parsed = stats.flatMap(({ splits }) => splits).map((split) => schema.safeParse(split))
  const readable = parsed.flatMap(({ data }) => (data ? [data] : []))
  const [first] = parsed
  if (readable.length === 0 && first && !first.success) throw first.error
  const largest = new Map<number, T>()
  for (const split of readable) {
    const previous = largest.get(split.player.id)
    if (!previous || size(split) > size(previous)) largest.set(split.player.id, split)
  }
  return [...largest.values()]
}

const ask = (
  client: ServiceClient,
  path: string,
  group: StatGroup,
  season: number,
  more: Readonly<Record<string, string>> = {},
) => {
  const query = { stats: 'season', group, season: String(season), sportIds: '1', gameType: 'R', ...more }
  return client.get(path, query, statsTeamStatsSchema)
}

/**
 * Loads the totals of all players in a season in two requests: all batters, all pitchers.
 * @throws UpstreamError if a request fails; ZodError if a response cannot be parsed
 */
export async function loadPlayerTotals(client: ServiceClient, season: number): Promise<PlayerTotals> {
  const allPlayers = (group: StatGroup, fields: string) =>
    ask(client, '/api/v1/stats', group, season, {
      playerPool: 'ALL',
      limit: MAX_PLAYERS,
      fields: `${SPLIT_FIELDS},${fields}`,
    })
  const [hitters, pitchers] = await Promise.all([
    allPlayers('hitting', HITTING_FIELDS),
    allPlayers('pitching', PITCHING_FIELDS),
  ])
  return {
    hitters: players(hitters, playerHittingSchema, ({ stat }) => stat.plateAppearances),
    pitchers: players(pitchers, playerPitchingSchema, ({ stat }) => stat.battersFaced),
  }
}

/**
 * Loads the totals of a finished season in three requests: all batters, all pitchers, all clubs.
 * @throws UpstreamError if a request fails; ZodError if a response cannot be parsed
 */
export async function loadSeasonTotals(client: ServiceClient, season: number): Promise<SeasonTotals> {
  const [totals, clubs] = await Promise.all([
    loadPlayerTotals(client, season),
    ask(client, '/api/v1/teams/stats', 'hitting', season),
  ])
  return { ...totals, clubs: clubsBatting(clubs) }
}
