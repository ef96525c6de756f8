import type { BaseballGroup } from '@propsight/shared/contracts'
import type * as z from 'zod'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import {
  countOf,
  type PlayerSplits,
  type StatLine,
  statLineSchema,
  statsAnswerSchema,
  type VsPitcher,
} from './format/splits.ts'

type Splits = z.infer<typeof statsAnswerSchema>['stats'][number]['splits']
type Query = Readonly<Record<string, string>>
type Hand = 'L' | 'R'

/** Other forms of the splits request (row N12), used when the service does not know `vl,vr`. */
const ALTERNATIVE_FORMS: readonly ((hand: Hand) => Query)[] = [
  (hand) => ({ sitCodes: `vs${hand}` }),
  (hand) => ({ opponentHand: hand }),
]

/** The count that shows how much of a season a stat line covers. */
const APPEARANCES: Record<BaseballGroup, string> = { hitting: 'plateAppearances', pitching: 'battersFaced' }

/** The total of a traded player, else the only split; null for several parts without a total. */
const totalOf = (splits: Splits): StatLine | null => {
  const split = splits.find(({ team, numTeams }) => !team && numTeams !== undefined) ?? splits[0]
  const alone = splits.length === 1 || (split !== undefined && !split.team)
  const line = alone ? statLineSchema.safeParse(split?.stat) : undefined
  return line?.data ?? null
}

/**
 * Whether the two parts add up to the season. They do not if the service ignores the parameter and returns
 * the whole season for either hand. Unknown appearances never add up.
 */
const addUpToSeason = (
  group: BaseballGroup,
  season: StatLine,
  left: StatLine | null,
  right: StatLine | null,
) => {
  const appearances = (line: StatLine | null) =>
    line === null ? 0 : (countOf(line, APPEARANCES[group]) ?? Number.NaN)
  return appearances(left) + appearances(right) === appearances(season)
}

/**
 * Loads the season of a player with its splits by hand: with the recorded codes `vl,vr`, and if these return
 * nothing, with the other forms of row N12.
 * @param ignoredForms indices of the other forms that the service ignores; filled by this function
 * @throws UpstreamError
 */
export async function loadPlayerSplits(
  client: ServiceClient,
  { personId, group, season }: { personId: number; group: BaseballGroup; season: number },
  ignoredForms: Set<number>,
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
  const coded = { season: total, vsLeft: by('vl'), vsRight: by('vr') }
  if (!total || coded.vsLeft || coded.vsRight) return coded
  for (const [at, query] of ALTERNATIVE_FORMS.entries()) {
    if (ignoredForms.has(at)) continue
    const half = async (hand: Hand) => totalOf((await ask({ stats: 'season', ...query(hand) })).season)
    const left = await half('L')
    const right =
      left && countOf(left, APPEARANCES[group]) === countOf(total, APPEARANCES[group])
        ? left
        : await half('R')
    if (addUpToSeason(group, total, left, right)) return { season: total, vsLeft: left, vsRight: right }
    ignoredForms.add(at)
  }
  return coded
}

const TOTAL = 'vsPlayerTotal'
const BY_SEASON = 'vsPlayer'
/** Counts, which can be summed over seasons; rates cannot. */
const COUNTS = [
  'gamesPlayed',
  'plateAppearances',
  'atBats',
  'hits',
  'doubles',
  'triples',
  'homeRuns',
  'rbi',
  'baseOnBalls',
  'intentionalWalks',
  'hitByPitch',
  'strikeOuts',
  'sacFlies',
  'sacBunts',
  'totalBases',
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
  const hasData = blocks(TOTAL).length + blocks(BY_SEASON).length > 0
  const [total] = lines(TOTAL)
  const seasons = lines(BY_SEASON)
  return { available: hasData, line: total ?? (seasons.length > 0 ? sum(seasons) : null) }
}
