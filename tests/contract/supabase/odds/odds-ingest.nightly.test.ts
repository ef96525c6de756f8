import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOdds } from './odds-fixture.ts'

const WORKER = join(import.meta.dirname, '../../../support/odds/ingest-worker.ts')
/** The code itself takes half of it. All answers of the day at once, with their prices, do not fit into the rest. */
const HEAP_MB = 120
const DAY = '2033-07-18'

let opened: Awaited<ReturnType<typeof openOdds>>
beforeAll(async () => {
  opened = await openOdds()
})
afterAll(() => opened?.close())

describe.skipIf(process.env.SUPABASE_URL)('the job that reads prices', () => {
  it('ingests 70,000 prices of a day within a bounded heap', async () => {
    const databaseUrl = opened.service.embedded?.databaseUrl ?? ''
    const worker = new Worker(WORKER, {
      workerData: { databaseUrl, now: `${DAY}T16:00:00Z` },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const [message] = await once(worker, 'message')
    await worker.terminate()
    expect(message).toBe('ingested')
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
    const [counts] = await sql`
      select count(*)::int as prices, count(distinct c.book)::int as books, count(distinct c.event_id)::int as games,
          count(c.person_id)::int as matched,
          (select count(*)::int from public.odds_changes h join public.odds_current q on q.id = h.quote_id
            join public.odds_events g on g.id = q.event_id where g.league_day = ${DAY}) as changes
        from public.odds_current c join public.odds_events e on e.id = c.event_id where e.league_day = ${DAY}`
    await sql.end({ timeout: 2 })
    expect(counts).toEqual({ prices: 73_440, books: 9, games: 15, matched: 73_440, changes: 73_440 })
  }, 300_000)
})
