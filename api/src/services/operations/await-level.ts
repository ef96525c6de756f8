import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { HttpError } from '../../platform/errors.ts'
import type { OperationsRepository } from '../../repositories/operations.ts'

const ASK_AGAIN_MS = 2_000
/** Migrations of a deploy that runs at the same time are done by then; who starts us starts us again. */
const LONGEST_WAIT_MS = 60_000

export interface LevelOptions {
  operations: Pick<OperationsRepository, 'level'>
  /** Version of the newest migration that this API may rely on; null where nobody knows. */
  needed: string | null
  log: Logger
  againMs?: number
  longestMs?: number
}

/** The database's level: '' where it is older than the question, null where it does not answer now. */
const ask = async (operations: LevelOptions['operations']): Promise<string | null> => {
  try {
    return (await operations.level()) ?? ''
  } catch (error) {
    // Away is another matter than behind: the API serves what it can without it, as at any other time.
    return error instanceof HttpError ? null : ''
  }
}

/**
 * Waits until the database has the migrations that this API was made with. A database that does not answer is not
 * waited for.
 * @throws Error that says what to do, where it still lacks them after a minute
 */
export async function awaitLevel(options: LevelOptions): Promise<void> {
  const { operations, needed, log, againMs = ASK_AGAIN_MS, longestMs = LONGEST_WAIT_MS } = options
  if (needed === null) return
  const until = performance.now() + longestMs
  for (let told = false; ; told = true) {
    const level = await ask(operations)
    if (level === null) {
      log.warn({ needed }, 'the database does not answer: whether it has our migrations is not known')
      return
    }
    if (level >= needed) return
    const lacks = { needed, level: level || 'unknown' }
    if (performance.now() >= until)
      throw new Error(
        `The database lacks migrations: it is at ${lacks.level}, this API needs ${needed}. Apply them (supabase db push), then start again.`,
      )
    if (!told) log.warn(lacks, 'the database lacks migrations; waiting for them before serving')
    await delay(againMs)
  }
}
