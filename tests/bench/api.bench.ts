import { startTestApi } from '@propsight/api/harness'
import { startLeague } from '@propsight/league'
import { parseLeagueClock } from '@propsight/shared/domain'
import type { Row } from '../../scripts/lib/bench-row.ts'
import { startApiProcess } from '../support/api-process.ts'
import { startBareKoa } from './api/bare-koa-process.ts'
import { boardCalls } from './api/board-calls.ts'
import { holdToOneCore } from './api/core.ts'
import { type Call, rawCall } from './api/raw-call.ts'
import { requestsASecond } from './api/requests-a-second.ts'

const CLOCK = 'frozen:2026-07-15T14:00:00Z'
const SECONDS = 3
const ROUNDS = 5
/** DESIGN §7: at least half of what bare Koa manages with the same bytes. */
const SHARE_BUDGET = 0.5

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function routeRows(what: string, url: string, call: Call): Promise<Row[]> {
  // The caches, the compiler and the compressor are warm before anything is counted.
  await requestsASecond(url, call, SECONDS)
  const answer = await rawCall(url, call)
  const bare = await startBareKoa(answer)
  try {
    holdToOneCore(bare.pid)
    await requestsASecond(bare.url, call, SECONDS)
    const ours: number[] = []
    const theirs: number[] = []
    const sides = [
      async () => ours.push(await requestsASecond(url, call, SECONDS)),
      async () => theirs.push(await requestsASecond(bare.url, call, SECONDS)),
    ]
    for (let round = 0; round < ROUNDS; round += 1) {
      // What else the machine does falls on both.
      for (const side of round % 2 ? sides.toReversed() : sides) await side()
    }
    const shares = ours.map((count, at) => count / (theirs[at] ?? Number.NaN))
    const share = median(shares)
    const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`
    return [
      {
        what: `${what}: bytes of the answer, ${answer.headers['content-encoding'] ?? 'plain'}`,
        value: answer.bytes.length / 1_000,
        unit: 'kB',
      },
      { what: `${what}: the API`, value: median(ours), unit: 'requests/s' },
      { what: `${what}: bare Koa`, value: median(theirs), unit: 'requests/s' },
      {
        what: `${what}: share of bare Koa (${range}; at least)`,
        value: share,
        unit: '×',
        budget: SHARE_BUDGET,
        ok: share >= SHARE_BUDGET,
      },
    ]
  } finally {
    await bare.stop()
  }
}

/** The calls of a board, warm, beside a bare Koa that sends the same bytes: one core each, in turns. */
export async function run(): Promise<Row[]> {
  const league = await startLeague({ mode: 'sample', clock: parseLeagueClock(CLOCK) })
  // Signs the user up, and is asked for nothing else.
  const desk = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK }, jobs: false })
  const api = await startApiProcess({
    EMBEDDED_DATABASE_URL: desk.databaseUrl,
    STATS_API_URL: league.url,
    LINES_URL: league.url,
    LEAGUE_CLOCK: CLOCK,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  })
  try {
    const core = holdToOneCore(api.process.pid ?? 0)
    const { lines, logs } = await boardCalls(api.url, await desk.createUser())
    return [
      {
        what: core === null ? 'processes were not held to one core: no taskset here' : 'core of each side',
        value: core ?? -1,
        unit: '',
      },
      ...(await routeRows('GET /api/fetch-lines', api.url, lines)),
      ...(await routeRows('POST /api/game-logs', api.url, logs)),
    ]
  } finally {
    await api.stop()
    await desk.close()
    await league.close()
  }
}
