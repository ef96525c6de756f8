import type { WhatIf } from '@propsight/shared/contracts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { StatsPerson } from '../../../sources/stats/format/roster.ts'
import type { LeaguePorts } from '../../../sources/stats/stats-client.ts'
import { toThrowHand } from '../forecast/engine-records.ts'
import type { OpenGame } from '../forecast/open-games.ts'

type Candidate = WhatIf['starters'][number]

/** Most pitchers that are listed; clubs have about a dozen starters in a season. */
const MAX_CANDIDATES = 20

/**
 * Lists the pitchers who may start for the opposing club: its starters of this season, most starts first, and the
 * announced one. Never throws: if the club's season cannot be read, only the announced one is listed.
 * @param people all people of the season by id
 */
export async function starterCandidates(
  { upstream, clock, log }: LeaguePorts<'clubSeason'>,
  { opponentId, date, opposingStarterId, opposingStarter }: OpenGame,
  people: ReadonlyMap<number, StatsPerson>,
  timeoutMs: number,
): Promise<Candidate[]> {
  const reading = withTimeout(upstream.stats.clubSeason(opponentId, clock.season()), timeoutMs)
  const season = await reading.catch((error: unknown) => {
    log.warn({ err: error }, 'a what-if without the starters of the opponent')
    return null
  })
  const starts = new Map<number, number>()
  for (const game of season?.value ?? []) {
    const { starterId } = game.home.clubId === opponentId ? game.home : game.away
    if (starterId !== null && game.date < date) starts.set(starterId, (starts.get(starterId) ?? 0) + 1)
  }
  const candidates = [...starts].flatMap(([personId, count]): Candidate[] => {
    const person = people.get(personId)
    // A pitcher who left the league is on no roster.
    if (!person) return []
    return [{ personId, name: person.fullName, throws: toThrowHand(person.pitchHand?.code), starts: count }]
  })
  candidates.sort((a, b) => b.starts - a.starts || a.name.localeCompare(b.name, 'en'))
  const listed = candidates.slice(0, MAX_CANDIDATES)
  if (opposingStarterId === null || listed.some(({ personId }) => personId === opposingStarterId))
    return listed
  const person = people.get(opposingStarterId)
  const name = person?.fullName ?? opposingStarter?.name ?? 'The announced starter'
  const throws = toThrowHand(person?.pitchHand?.code) ?? opposingStarter?.throws ?? null
  return [
    { personId: opposingStarterId, name, throws, starts: starts.get(opposingStarterId) ?? 0 },
    ...listed,
  ]
}
