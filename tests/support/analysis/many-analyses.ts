import { startTestApi, type TestUser } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { analysisCost, MLB_MARKETS, parseLeagueClock, STARTING_CREDITS } from '@propsight/shared/domain'
import { startUpstreamProxy } from '../faults/upstream-proxy.ts'
import { startApiProcess } from '../product/api-process.ts'
import { analyze, parseRecordType } from './run-analysis.ts'

const CLOCK = 'frozen:2026-07-15T14:00:00Z'
/** Each sign-up hashes a password, so only a few run at a time. */
const SIGN_UPS_AT_ONCE = 4

export interface ManyAnalyses {
  readonly users: number
  readonly failed: readonly string[]
  /** Duration of each complete analysis in milliseconds, ascending. */
  readonly ms: readonly number[]
  readonly allMs: number
  /**
   * Distinct resources requested upstream, and the highest count of one. Each player of a bulk request is a
   * resource.
   */
  readonly resources: number
  readonly mostRequests: number
  readonly repeatedResources: readonly string[]
  /** Total number of upstream requests. */
  readonly requests: number
  /** Number of users whose balance is not the starting credits minus the cost of one analysis. */
  readonly wrongBalances: number
  /** Resident memory of the API in bytes. */
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number }
}

/** Bulk requests combine players differently each time, so requests are counted per player. */
function resourcesOf(requestCounts: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (key: string, times: number) => counts.set(key, (counts.get(key) ?? 0) + times)
  for (const [path, times] of requestCounts) {
    const url = new URL(path, 'http://upstream')
    const ids = url.searchParams.get('personIds')?.split(',')
    url.searchParams.delete('personIds')
    for (const id of ids ?? ['']) add(`${url.pathname}${url.search} ${id}`, times)
  }
  return counts
}

async function signUp(create: () => Promise<TestUser>, count: number): Promise<TestUser[]> {
  const users: TestUser[] = []
  let started = 0
  const worker = async () => {
    while (started < count) {
      const index = started
      started += 1
      users[index] = await create()
    }
  }
  await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, worker))
  return users
}

/**
 * Runs one analysis for each of `count` users at the same time, going through the markets in turn, on one API
 * instance with cold caches in a separate process.
 */
export async function manyAnalyses(count: number): Promise<ManyAnalyses> {
  const league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
  const proxy = await startUpstreamProxy(league.url)
  // A separate instance for the sign-ups, which the measurement must not include.
  const signUpApi = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK }, jobs: false })
  try {
    const users = await signUp(signUpApi.createUser, count)
    const api = await startApiProcess({
      EMBEDDED_DATABASE_URL: signUpApi.databaseUrl,
      STATS_API_URL: proxy.url,
      LINES_URL: proxy.url,
      LEAGUE_CLOCK: CLOCK,
    })
    try {
      const before = api.memory().now
      const startedAt = performance.now()
      const results = await Promise.allSettled(
        users.map(({ token }, at) =>
          analyze(api.url, token, MLB_MARKETS[at % MLB_MARKETS.length] ?? 'Hits', parseRecordType),
        ),
      )
      const allMs = performance.now() - startedAt
      const balances = await signUpApi.admin.from('user_profiles').select('user_id, credits')
      const balanceOf = new Map((balances.data ?? []).map(({ user_id, credits }) => [user_id, credits]))
      const wrong = users.filter(({ id }, at) => {
        const cost = analysisCost(MLB_MARKETS[at % MLB_MARKETS.length] ?? 'Hits')
        return balanceOf.get(id) !== STARTING_CREDITS - cost
      })
      const resources = resourcesOf(proxy.requestCounts)
      return {
        users: count,
        failed: results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
        ms: results
          .flatMap((one) => (one.status === 'fulfilled' ? [one.value.ms] : []))
          .sort((a, b) => a - b),
        allMs,
        resources: resources.size,
        mostRequests: Math.max(...resources.values()),
        repeatedResources: [...resources].filter(([, times]) => times > 1).map(([key]) => key),
        requests: [...proxy.requestCounts.values()].reduce((sum, times) => sum + times, 0),
        wrongBalances: wrong.length,
        memory: { before, peak: api.memory().peak, after: api.memory().now },
      }
    } finally {
      await api.stop()
    }
  } finally {
    await signUpApi.close()
    await proxy.close()
    await league.close()
  }
}
