import { setTimeout as wait } from 'node:timers/promises'
import { OPERATOR_KEY, startTestApi } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import autocannon, { type Result } from 'autocannon'
import { analyze, parseRecordType } from '../../support/analysis/run-analysis.ts'
import { uploadPicture } from '../../support/analysis/start-run.ts'
import { readMetric } from '../../support/process-figures.ts'
import { startApiProcess } from '../../support/product/api-process.ts'
import { renderCards } from './image/render.ts'
import { tuningSet } from './image/sets.ts'
import { atMost, type BenchOptions, figure, type Row } from './row.ts'
import { median } from './statistics.ts'

export const skippedInShortRun = 'its cards are drawn by a browser'

const CLOCK = 'frozen:2026-07-15T14:00:00Z'
const UPLOADS = 10
const ROUNDS = 3
const IDLE_MS = 6_000
const REQUESTS_PER_SECOND = 25
/** Budget of `GET /api/info` while pictures are read and a board is computed. */
const P99_BUDGET_MS = 50
const LOOP_METRIC = 'nodejs_eventloop_lag_max_seconds'

/** The p99 of `GET /api/info`, at a constant rate from a thread of its own, while `work` runs. */
async function p99During(url: string, work: Promise<unknown>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const options = { connections: 4, workers: 1, overallRate: REQUESTS_PER_SECOND, duration: 600 }
  const instance = autocannon({ url: `${url}/api/info`, ...options }, (error, result) =>
    error ? reject(error) : resolve(result),
  )
  await work.finally(() => instance.stop())
  const { errors, timeouts, non2xx, latency } = await promise
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${errors + timeouts + non2xx} calls of /api/info failed`)
  return latency.p99
}

async function readPicture(url: string, token: string, image: Blob): Promise<void> {
  const answer = await uploadPicture(url, token, image)
  if (!answer.ok) throw new Error(`a picture was answered ${answer.status}: ${await answer.text()}`)
}

/**
 * Measures other requests while ten pictures are read and a cold board is computed. Each round has a new instance,
 * because forecasts are cached.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const cards: Blob[] = []
  for await (const { file } of renderCards(tuningSet(UPLOADS))) cards.push(new Blob([Buffer.from(file)]))
  const league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
  // A separate instance for the sign-ups, which the measurement must not include.
  const setupApi = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK }, jobs: false })
  const quiet: number[] = []
  const busy: number[] = []
  const delays: number[] = []
  try {
    const users = []
    for (let count = 0; count < UPLOADS; count += 1) users.push(await setupApi.createUser())
    const bettor = await setupApi.createUser()
    for (let round = 0; round < (short ? 1 : ROUNDS); round += 1) {
      const api = await startApiProcess({
        EMBEDDED_DATABASE_URL: setupApi.databaseUrl,
        STATS_API_URL: league.url,
        LINES_URL: league.url,
        LEAGUE_CLOCK: CLOCK,
        ADMIN_KEY: OPERATOR_KEY,
      })
      try {
        quiet.push(await p99During(api.url, wait(IDLE_MS)))
        // Starts a new interval of the event loop figures.
        await readMetric(api.url, OPERATOR_KEY, LOOP_METRIC)
        const work = Promise.all([
          analyze(api.url, bettor.token, 'Total Bases', parseRecordType),
          ...users.map(({ token }, at) => readPicture(api.url, token, cards[at] as Blob)),
        ])
        busy.push(await p99During(api.url, work))
        delays.push(1_000 * (await readMetric(api.url, OPERATOR_KEY, LOOP_METRIC)))
      } finally {
        await api.stop()
      }
    }
  } finally {
    await setupApi.close()
    await league.close()
  }
  return [
    figure('GET /api/info undisturbed, p99', median(quiet)),
    atMost('GET /api/info while ten pictures and a cold board are read, p99', median(busy), P99_BUDGET_MS),
    figure('longest delay of the event loop meanwhile', Math.max(...delays)),
  ]
}
