import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { HttpError } from '../../platform/errors.ts'
import type { OperationsRepository } from '../../repositories/operations.ts'

const RETRY_MS = 2_000
/**
 * Covers the migrations of a deploy that runs at the same time. After that the process ends and is restarted.
 */
const MAX_WAIT_MS = 60_000

export interface SchemaVersionOptions {
  operations: Pick<OperationsRepository, 'level'>
  /** Version of the newest migration that this API needs; null when unknown. */
  needed: string | null
  log: Logger
  retryMs?: number
  maxWaitMs?: number
}

/**
 * Reads the schema version of the database: '' when the database is older than the function that returns it,
 * null when it is unavailable.
 */
const readSchemaVersion = async (operations: SchemaVersionOptions['operations']): Promise<string | null> => {
  try {
    return (await operations.level()) ?? ''
  } catch (error) {
    // An unavailable database is not an outdated one: the API starts and serves what it can.
    return error instanceof HttpError ? null : ''
  }
}

/**
 * Waits until the database has the schema version that this API needs. Does not wait for an unavailable
 * database.
 * @throws Error with instructions when migrations are still missing after a minute
 */
export async function awaitSchemaVersion(options: SchemaVersionOptions): Promise<void> {
  const { operations, needed, log, retryMs = RETRY_MS, maxWaitMs = MAX_WAIT_MS } = options
  if (needed === null) return
  const until = performance.now() + maxWaitMs
  let warned = false
  for (;;) {
    const version = await readSchemaVersion(operations)
    if (version === null) {
      log.warn({ needed }, 'the schema version was not checked: the database does not answer')
      return
    }
    if (version >= needed) return
    const versions = { needed, level: version || 'unknown' }
    if (performance.now() >= until)
      throw new Error(
        `The database lacks migrations: it is at ${versions.level}, this API needs ${needed}. Apply them (supabase db push), then start again.`,
      )
    if (!warned) log.warn(versions, 'the database lacks migrations; waiting for them before serving')
    warned = true
    await delay(retryMs)
  }
}
