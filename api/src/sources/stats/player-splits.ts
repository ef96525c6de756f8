import type { StatGroup } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { statsAnswerSchema } from './format/splits.ts'
import { countOf, type StatLine, statLineSchema } from './format/stat-values.ts'

/** Totals of a player's season, and the parts against left- and right-handers; null if there are none. */
export const playerSplitsSchema = z.object({
  season: statLineSchema.nullable(),
  vsLeft: statLineSchema.nullable(),
  vsRight: statLineSchema.nullable(),
})
export type PlayerSplits = z.infer<typeof playerSplitsSchema>

type Splits = z.infer<typeof statsAnswerSchema>['stats'][number]['splits']
type Query = Readonly<Record<string, string>>
type Hand = 'L' | 'R'

/** Other forms of the splits request (row N12), used when the service does not know `vl,vr`. */
const OTHERWISE: readonly ((hand: Hand) => Query)[] = [
  (hand) => ({ sitCodes: `vs${hand}` }),
  (hand) => ({ opponentHand: hand }),
]

const whole: Record<StatGroup, string> = { hitting: 'plateAppearances', pitching: 'battersFaced' }

/** The total of a traded player, else the only split; null for several parts without a total. */
const totalOf = (splits: Splits): StatLine | null => {
  const split = splits.find(({ team, numTeams }) => !team && numTeams !== undefined) ?? splits[0]
  const alone = splits.length === 1 || (split !== undefined && !split.team)
  const line = alone ? statLineSchema.safeParse(split?.stat) : undefined
  return line?.data ?? null
}

/**
 * Whether the two parts add up to the season. They do not if the service ignores the parameter and returns
 * the whole season for either hand.
 */
const areHalves = (group: StatGroup, season: StatLine, left: StatLine | null, right: StatLine | null) => {
  const [all = 0, ...halves] = [season, left, right].map((line) => line && (countOf(line, whole[group]) ?? 0))
  return all !== null && (halves[0] ?? 0) + (halves[1] ?? 0) === all
}

/**
 * Loads the season of a player with its splits by hand: with the recorded codes `vl,vr`, and if these return
 * nothing, with the other forms of row N12.
 * @param passedOver indices of the other forms that the service ignores; filled by this function
 * @throws UpstreamError
 */
export async function loadPlayerSplits(
  client: ServiceClient,
  { personId, group, season }: { personId: number; group: StatGroup; season: number },
  passedOver: Set<number>,
): Promise<PlayerSplits> {
  const ask = async (query: Query) => {
    const path = `/api/v1/people/${personId}/stats`
    const { stats } = await client.get(
      path,
      { ...query, group, season: String(season), gameType: 'R' },
      statsAnswerSchema,
    )
    const of = (type: string) =>
      stats.filter((block) => block.type?.displayName === type).flatMap(({ splits }) => splits)
    return { season: of('season'), hands: of('statSplits') }
  }
  const first = await ask({ stats: 'season,statSplits', sitCodes: 'vl,vr' })
  const total = totalOf(first.season)
  const by = (code: string) => totalOf(first.hands.filter(({ split }) => split?.code === code))
  const known = { season: total, vsLeft: by('vl'), vsRight: by('vr') }
  if (!total || known.vsLeft || known.vsRight) return known
  for (const [at, query] of OTHERWISE.entries()) {
    if (passedOver.has(at)) continue
    const half = async (hand: Hand) => totalOf((await ask({ stats: 'season', ...query(hand) })).season)
    const left = await half('L')
    const right =
      left && countOf(left, whole[group]) === countOf(total, whole[group]) ? left : await half('R')
    if (areHalves(group, total, left, right)) return { season: total, vsLeft: left, vsRight: right }
    passedOver.add(at)
  }
  return known
}
