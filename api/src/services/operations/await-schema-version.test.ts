import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { unavailable } from '../../platform/errors.ts'
import { awaitSchemaVersion } from './await-schema-version.ts'

const BEFORE = '20260101000000'
const NEEDED = '20260102000000'
const LATER = '20260103000000'

const awaitVersion = async (answers: (string | null | Error)[], maxWaitMs = 1_000) => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line).msg) })
  let reads = 0
  const level = async () => {
    const answer = answers[Math.min(reads, answers.length - 1)]
    reads += 1
    if (answer instanceof Error) throw answer
    return answer ?? null
  }
  const outcome = await awaitSchemaVersion({
    operations: { level },
    needed: NEEDED,
    log,
    retryMs: 1,
    maxWaitMs,
  }).then(
    () => 'serves',
    (error: Error) => error.message,
  )
  return { outcome, reads, lines }
}

describe('a database that lacks migrations', () => {
  it('delays the start and is logged once', async () => {
    const missing = new Error('database_level failed with 404')
    expect(await awaitVersion([missing, BEFORE, BEFORE, NEEDED])).toEqual({
      outcome: 'serves',
      reads: 4,
      lines: ['the database lacks migrations; waiting for them before serving'],
    })
  })

  it('ends the start with instructions after the longest wait', async () => {
    const { outcome } = await awaitVersion([BEFORE], 20)
    expect(outcome).toContain(`it is at ${BEFORE}, this API needs ${NEEDED}. Apply them`)
  })

  it('is neither a newer database nor an unavailable one, so that the API starts at once', async () => {
    expect(await awaitVersion([LATER])).toEqual({ outcome: 'serves', reads: 1, lines: [] })
    expect(await awaitVersion([unavailable('The data service')])).toMatchObject({
      outcome: 'serves',
      reads: 1,
    })
  })
})
