import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { unavailable } from '../../platform/errors.ts'
import { awaitSchemaVersion } from './await-schema-version.ts'

const [BEFORE, NEEDED, LATER] = ['20260101000000', '20260102000000', '20260103000000']

const waiting = async (answers: (string | null | Error)[], maxWaitMs = 1_000) => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line).msg) })
  let asked = 0
  const level = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    if (answer instanceof Error) throw answer
    return answer ?? null
  }
  const end = await awaitSchemaVersion({
    operations: { level },
    needed: NEEDED,
    log,
    retryMs: 1,
    maxWaitMs,
  }).then(
    () => 'serves',
    (error: Error) => error.message,
  )
  return { end, asked, lines }
}

describe('a database that lacks migrations', () => {
  it('delays the start and is logged once', async () => {
    const missing = new Error('database_level failed with 404')
    expect(await waiting([missing, BEFORE, BEFORE, NEEDED])).toEqual({
      end: 'serves',
      asked: 4,
      lines: ['the database lacks migrations; waiting for them before serving'],
    })
  })

  it('ends the start with instructions after the longest wait', async () => {
    const { end } = await waiting([BEFORE], 20)
    expect(end).toContain(`it is at ${BEFORE}, this API needs ${NEEDED}. Apply them`)
  })

  it('is neither a newer database nor an unavailable one, so that the API starts at once', async () => {
    expect(await waiting([LATER])).toEqual({ end: 'serves', asked: 1, lines: [] })
    expect(await waiting([unavailable('The data service')])).toMatchObject({ end: 'serves', asked: 1 })
  })
})
