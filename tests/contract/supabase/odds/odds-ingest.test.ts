import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOdds } from './odds-fixture.ts'

const WORKER = join(import.meta.dirname, '../../../support/odds/ingest-worker.ts')
/** All prices of the day at once take more than twice as much beyond the code itself. */
const HEAP_MB = 160
const DAY = '2033-07-18'

let opened: Awaited<ReturnType<typeof openOdds>>
beforeAll(async () => {
  opened = await openOdds()
})
afterAll(() => opened?.close())

describe('the job that reads prices', () => {
  it('ingests 70,000 prices of a day within a bounded heap', async () => {
    const worker = new Worker(WORKER, {
      workerData: { ...opened.service, embedded: null, close: null, now: `${DAY}T16:00:00Z` },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const [message] = await once(worker, 'message')
    await worker.terminate()
    expect(message).toBe('ingested')
    const { props = [], events, books } = await opened.odds.board(DAY, DAY, null)
    expect([events?.length, Object.keys(books ?? {}).length]).toEqual([15, 9])
    const quotes = props.reduce((sum, [, , , , , own]) => sum + own.length, 0)
    expect(quotes).toBeGreaterThanOrEqual(70_000)
    expect(props.every(([, , , personId]) => personId !== null)).toBe(true)
  }, 180_000)
})
