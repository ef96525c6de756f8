import { startTestApi, type TestUser } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { analysisCost, MLB_MARKETS, parseLeagueClock, STARTING_CREDITS } from '@propsight/shared/domain'
import { expect, it } from 'vitest'
import { analyze, parseRecordType } from '../../support/analysis/run-analysis.ts'
import { startUpstreamProxy } from '../../support/faults/upstream-proxy.ts'
import { startApiProcess } from '../../support/product/api-process.ts'

const CLOCK = 'frozen:2026-07-15T14:00:00Z'
const USERS = 40
/** Takes nine seconds on an idle machine and a hundred on a busy one. */
const LIMIT_MS = 300_000
/** Peak memory of the API above its idle memory; the boards are streamed, not buffered. */
const GROWTH_BYTES = 700_000_000

/** Requests per upstream resource. Bulk requests combine players differently each time, so each player is one. */
function countResources(requestCounts: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [path, times] of requestCounts) {
    const url = new URL(path, 'http://upstream')
    const ids = url.searchParams.get('personIds')?.split(',') ?? ['']
    url.searchParams.delete('personIds')
    for (const id of ids) {
      const key = `${url.pathname}${url.search} ${id}`
      counts.set(key, (counts.get(key) ?? 0) + times)
    }
  }
  return counts
}

it(
  'N8 N10 C1 concurrent analyses of 40 users all succeed, are charged once, and request each upstream resource once',
  async () => {
    const league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
    const proxy = await startUpstreamProxy(league.url)
    // A separate instance for the sign-ups, whose hashes the measurement must not include.
    const signUpApi = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK }, jobs: false })
    const api = await startApiProcess({
      EMBEDDED_DATABASE_URL: signUpApi.databaseUrl,
      STATS_API_URL: proxy.url,
      LINES_URL: proxy.url,
      LEAGUE_CLOCK: CLOCK,
    })
    try {
      const users: TestUser[] = []
      while (users.length < USERS) users.push(await signUpApi.createUser())
      const marketOf = (at: number) => MLB_MARKETS[at % MLB_MARKETS.length] ?? 'Hits'
      const before = api.memory().now
      await Promise.all(users.map(({ token }, at) => analyze(api.url, token, marketOf(at), parseRecordType)))
      const { data } = await signUpApi.admin.from('user_profiles').select('user_id, credits')
      const balances = new Map((data ?? []).map(({ user_id, credits }) => [user_id, credits]))
      expect(users.map(({ id }) => balances.get(id))).toEqual(
        users.map((_, at) => STARTING_CREDITS - analysisCost(marketOf(at))),
      )
      const resources = countResources(proxy.requestCounts)
      expect([...resources].filter(([, times]) => times > 1)).toEqual([])
      expect(resources.size).toBeGreaterThan(USERS)
      expect(proxy.requestCounts.size).toBeLessThan(resources.size)
      expect(api.memory().peak - before).toBeLessThan(GROWTH_BYTES)
    } finally {
      await api.stop()
      await signUpApi.close()
      await proxy.close()
      await league.close()
    }
  },
  LIMIT_MS,
)
