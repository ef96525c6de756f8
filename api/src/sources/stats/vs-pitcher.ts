import * as z from 'zod'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { statsAnswerSchema } from './format/splits.ts'
import { countOf, type StatLine, statLineSchema } from './format/stat-values.ts'

/** Totals of a batter against one pitcher. `told` is false if the service has no such data at all. */
export const vsPitcherSchema = z.object({ told: z.boolean(), line: statLineSchema.nullable() })
export type VsPitcher = z.infer<typeof vsPitcherSchema>

const TOTAL = 'vsPlayerTotal'
const BY_SEASON = 'vsPlayer'
/** Counts, which can be summed over seasons; rates cannot. */
const COUNTS = [
  ...['gamesPlayed', 'plateAppearances', 'atBats', 'hits', 'doubles', 'triples', 'homeRuns', 'rbi'],
  ...['baseOnBalls', 'intentionalWalks', 'hitByPitch', 'strikeOuts', 'sacFlies', 'sacBunts', 'totalBases'],
]

const sum = (lines: readonly StatLine[]): StatLine =>
  Object.fromEntries(
    COUNTS.flatMap((name) => {
      const counts = lines.map((line) => countOf(line, name))
      return counts.some((count) => count === undefined)
        ? []
        : [[name, counts.reduce((all: number, count) => all + (count ?? 0), 0)]]
    }),
  )

/**
 * Loads the totals of a batter against a pitcher over all seasons. The blocks of the response are empty if
 * the two never met. If the response has seasons without a total, their counts are summed.
 * @throws UpstreamError
 */
export async function loadVsPitcher(
  client: ServiceClient,
  batterId: number,
  pitcherId: number,
): Promise<VsPitcher> {
  const query = { stats: BY_SEASON, group: 'hitting', opposingPlayerId: String(pitcherId), gameType: 'R' }
  const { stats } = await client.get(`/api/v1/people/${batterId}/stats`, query, statsAnswerSchema)
  const blocks = (type: string) => stats.filter((block) => block.type?.displayName === type)
  const lines = (type: string): StatLine[] =>
    blocks(type)
      .flatMap(({ splits }) => splits)
      .map(({ stat }) => statLineSchema.safeParse(stat).data)
      .filter((line) => line !== undefined)
  const told = blocks(TOTAL).length + blocks(BY_SEASON).length > 0
  const [total] = lines(TOTAL)
  const seasons = lines(BY_SEASON)
  return { told, line: total ?? (seasons.length > 0 ? sum(seasons) : null) }
}
