import { createDataService, startTestApi, TEST_SECRET_KEY } from '@propsight/api/testing'
import { oddsResponse } from '@propsight/shared/contracts'
import { createClient } from '@supabase/supabase-js'
import { BOARD_DAY, startGeneratedOdds } from '../../support/odds/generated-odds.ts'
import type { BenchOptions, Row } from './row.ts'
import { browserRows } from './scanner/browser-rows.ts'
import { ingestRows } from './scanner/ingest-rows.ts'
import { startIngestingApi } from './scanner/ingesting-api.ts'
import { refetchRows } from './scanner/refetch-rows.ts'
import { median } from './statistics.ts'

const DAYS = ['2033-07-18', '2033-07-19', '2033-07-20'] as const
const BOARD = '2033-07-21'
/** The clock runs: a board states its minute. */
const CLOCK = 'at:2033-07-18T16:00:00Z'
const GAMES = 15
const SHORT_GAMES = 2
const REFETCHES = 5
/** As the board of the Dashboard. */
const WARM_BUDGET_MS = 500
const WARM_RUNS = 15

/** Reads the board of 504 props at eight books from the API, parsed as a client does. */
async function boardRows(url: string, token: string, runs: number): Promise<Row[]> {
  const data = createDataService({ url, secretKey: TEST_SECRET_KEY })
  const generated = await startGeneratedOdds({ ...BOARD_DAY, now: `${BOARD}T16:00:00Z` }, data)
  try {
    await generated.ingest()
    const read = async () => {
      const startedAt = performance.now()
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
      const { props } = oddsResponse.parse(
        await (await fetch(`${url}/api/odds?day=${BOARD}`, { headers })).json(),
      )
      const quotes = props.reduce((sum, prop) => sum + prop.quotes.length, 0)
      if (quotes !== 4_032) throw new Error(`the board has ${quotes} prices`)
      return performance.now() - startedAt
    }
    const cold = await read()
    const warm: number[] = []
    for (let run = 0; run < runs; run += 1) warm.push(await read())
    const ms = median(warm)
    return [
      { what: 'board of 504 props at 8 books, first request', value: cold, unit: 'ms' },
      {
        what: 'board of 504 props at 8 books, warm (median)',
        value: ms,
        unit: 'ms',
        budget: WARM_BUDGET_MS,
        ok: ms < WARM_BUDGET_MS,
      },
    ]
  } finally {
    await generated.close()
  }
}

/**
 * The odds scanner: ingesting days of 70,000 prices with the job's code, reading a board again, and the board of 500
 * props at eight books from the API and in a browser.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const [day] = DAYS
  const setupApi = await startTestApi({ jobs: false })
  const api = await startIngestingApi(setupApi.databaseUrl, CLOCK)
  try {
    const account = await setupApi.createUser()
    // The same user, through the instance that ingests.
    const client = createClient(api.url, setupApi.publishableKey, { accessToken: async () => account.token })
    const days = short ? { days: [day], games: SHORT_GAMES } : { days: DAYS, games: GAMES }
    return [
      ...(await ingestRows(api, { ...account, client }, setupApi.databaseUrl, days)),
      ...(await refetchRows(api, account.token, day, short ? 1 : REFETCHES)),
      ...(await boardRows(api.url, account.token, short ? 2 : WARM_RUNS)),
      ...(short ? [] : await browserRows()),
    ]
  } finally {
    await api.stop()
    await setupApi.close()
  }
}
