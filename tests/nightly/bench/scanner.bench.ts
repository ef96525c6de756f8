import { startTestApi } from '@propsight/api/testing'
import { createClient } from '@supabase/supabase-js'
import type { BenchOptions, Row } from './row.ts'
import { browserRows } from './scanner/browser-rows.ts'
import { ingestRows } from './scanner/ingest-rows.ts'
import { startIngestingApi } from './scanner/ingesting-api.ts'

const DAYS = ['2033-07-18', '2033-07-19', '2033-07-20'] as const
/** The clock runs: a board states its minute. */
const CLOCK = 'at:2033-07-18T16:00:00Z'
const GAMES = 15
const SHORT_GAMES = 2

/**
 * The odds scanner: ingesting days of 70,000 prices with the job's code, and the board of 500 props at eight books in
 * a browser.
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
      ...(short ? [] : await browserRows()),
    ]
  } finally {
    await api.stop()
    await setupApi.close()
  }
}
