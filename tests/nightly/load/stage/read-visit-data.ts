import { gamesTodayResponse } from '@propsight/shared/contracts'
import { MLB_MARKETS } from '@propsight/shared/domain'
import { analyze, kindOnly, playersOf } from '../../../support/analysis/run-analysis.ts'
import type { Cluster } from '../../../support/cluster/start-cluster.ts'
import { linePicks } from '../../../support/picks/board-picks.ts'
import { picksForParlays } from '../../../support/picks/request-parlays.ts'
import type { Kit, LoadUser } from '../generator/messages.ts'

/** Number of picks, each of another club; few enough for a day with few games. */
const PICKS = 8

/**
 * Requests every board once at each instance and keeps the data that visits send. Afterwards the caches of
 * all instances are warm, so that the measurement covers the product and not the upstream.
 */
export async function readKit(
  { instances, createUser, publishableKey }: Cluster,
  url: string,
  users: readonly LoadUser[],
  refreshTokens: readonly string[],
): Promise<Kit> {
  const payer = await createUser()
  const [first] = users
  if (!first) throw new Error('there are no users')
  const boards = new Map<string, Kit['boards'][number]>()
  for (const instance of instances) {
    for (const category of MLB_MARKETS) {
      const { lines } = await analyze(instance.url, first.token, category, kindOnly)
      boards.set(category, { category, players: playersOf(lines) })
    }
  }
  const answer = await fetch(`${url}/api/games/today`)
  const { games } = gamesTodayResponse.parse(await answer.json())
  return {
    url,
    publishableKey,
    users,
    boards: [...boards.values()],
    picks: await linePicks(url, payer, PICKS),
    parlayPicks: await picksForParlays(url, payer.token),
    clubs: games.baseball.map(({ homeTeam }) => homeTeam),
    refreshTokens,
  }
}
