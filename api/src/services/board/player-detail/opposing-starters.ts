import type { OpposingPitcher, VsPitcher } from '@propsight/shared/contracts'
import type { Deps } from '../../../deps.ts'
import { throwHandOf } from '../forecast/engine-games.ts'
import type { OpenGame } from '../forecast/open-games.ts'
import type { Subject } from './find-subject.ts'
import { vsPitcherRow } from './averages.ts'
import type { Parts } from './detail-parts.ts'
import { starterSeason } from './pitching-averages.ts'
import type { Tonight } from './tonight.ts'

type Sources = Pick<Deps, 'upstream' | 'clock'>

const STARTER = 'opposingPitcher'
const VS = 'vsPitcher'

/** The opposing starter of a batter's next game, and the previous meetings of the two. */
export interface Opposition {
  readonly opposingPitcher: OpposingPitcher | null
  readonly vsPitcher: VsPitcher | null
}

async function starterOf(
  { upstream, clock }: Sources,
  starterId: number,
  { opponentId, opposingStarter }: OpenGame,
  { people, teams }: Subject,
  parts: Parts,
): Promise<OpposingPitcher | null> {
  const splits = await parts.read(STARTER, upstream.stats.playerSplits(starterId, 'pitching', clock.season()))
  if (!splits) return null
  // A pitcher who was called up today is on the schedule before the roster.
  const person = people.get(starterId)
  const name = person?.fullName ?? opposingStarter?.name
  if (!name) return parts.miss(STARTER, 'The announced starter is on no roster of this season.')
  const season = starterSeason(splits.season)
  if (!season) return parts.miss(STARTER, 'His season could not be read.')
  return {
    personId: starterId,
    name,
    handedness: throwHandOf(person?.pitchHand?.code) ?? opposingStarter?.throws ?? null,
    team: teams.find(({ id }) => id === opponentId)?.abbreviation ?? '',
    ...season,
  }
}

async function meetingsOf(
  { upstream }: Sources,
  batterId: number,
  starterId: number,
  parts: Parts,
): Promise<VsPitcher | null> {
  const answer = await parts.read(VS, upstream.stats.vsPitcher(batterId, starterId))
  if (!answer) return null
  if (!answer.told) return parts.miss(VS, 'This source does not tell who met whom.')
  if (!answer.line) return parts.miss(VS, 'They have not met before.')
  return vsPitcherRow(answer.line) ?? parts.miss(VS, 'What the league tells of it could not be read.')
}

/** Reads the opposing starter and the previous meetings. A missing part records its reason in `parts`. */
export async function opposition(
  sources: Sources,
  tonight: Tonight,
  subject: Subject,
  parts: Parts,
): Promise<Opposition> {
  const without = (reason: string): Opposition => ({
    opposingPitcher: parts.miss(STARTER, reason),
    vsPitcher: parts.miss(VS, reason),
  })
  if (subject.group === 'pitching') return without('He pitches himself.')
  if (!tonight.game) return without(tonight.reason)
  const { opposingStarterId: starterId } = tonight.game
  if (starterId === null) return without('No starter is announced yet.')
  const [opposingPitcher, vsPitcher] = await Promise.all([
    starterOf(sources, starterId, tonight.game, subject, parts),
    meetingsOf(sources, subject.log.value.person.id, starterId, parts),
  ])
  return { opposingPitcher, vsPitcher }
}
