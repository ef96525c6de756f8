import { startTestApi, type TestUser } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { playersOfBoard } from '../../support/analysis/run-analysis.ts'
import { linesPath, startBoard } from '../../support/analysis/start-run.ts'
import { startApiProcess } from '../../support/product/api-process.ts'
import { againstBareKoa } from './api/against-bare-koa.ts'
import type { Call } from './api/raw-call.ts'
import { pinToOneCore } from './api/throughput.ts'
import type { BenchOptions, Row } from './row.ts'

/** Accept-Encoding of current browsers over HTTPS; the API prefers brotli. */
const ENCODINGS = 'gzip, deflate, br, zstd'
/** The market with the longest board: nearly every batter of the day has a line. */
const CATEGORY = 'Total Bases'

/** Starts a run, reads its lines, which charges it, and returns the two requests of its board. */
async function boardCalls(url: string, { token }: TestUser): Promise<{ lines: Call; logs: Call }> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'accept-encoding': ENCODINGS,
  }
  const { runId, lines } = await startBoard(url, token, CATEGORY)
  return {
    lines: { method: 'GET', path: linesPath(CATEGORY, runId), headers },
    logs: {
      method: 'POST',
      path: '/api/game-logs',
      headers,
      body: JSON.stringify({ runId, players: playersOfBoard(lines) }),
    },
  }
}

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
