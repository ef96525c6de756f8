import { startTestApi } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { startApiProcess } from '../../support/product/api-process.ts'
import { againstBareKoa } from './api/against-bare-koa.ts'
import { boardCalls } from './api/board-calls.ts'
import { pinToOneCore } from './api/throughput.ts'
import type { BenchOptions, Row } from './row.ts'

const CLOCK = 'frozen:2026-07-15T14:00:00Z'
const LONG = { seconds: 3, rounds: 5 }
const SHORT = { seconds: 2, rounds: 1 }

/**
 * Compares the requests of a board with warm caches with a bare Koa that sends the same bytes, one core each.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const rounds = short ? SHORT : LONG
  const league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
  // A separate instance for the sign-ups, which the measurement must not include.
  const setupApi = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK }, jobs: false })
  const api = await startApiProcess({
    EMBEDDED_DATABASE_URL: setupApi.databaseUrl,
    STATS_API_URL: league.url,
    LINES_URL: league.url,
    LEAGUE_CLOCK: CLOCK,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  })
  try {
    const side = { url: api.url, pid: api.process.pid ?? 0 }
    const core = pinToOneCore(side.pid)
    const chargedRun = await boardCalls(api.url, await setupApi.createUser())
    return [
      core === null
        ? { what: 'held to one core (no taskset here)', value: 0, unit: 'processes' }
        : { what: 'held to one core each', value: 2, unit: 'processes' },
      ...(await againstBareKoa('POST /api/game-logs', side, chargedRun.logs, rounds)),
      ...(await againstBareKoa('GET /api/fetch-lines', side, chargedRun.lines, rounds)),
    ]
  } finally {
    await api.stop()
    await setupApi.close()
    await league.close()
  }
}
