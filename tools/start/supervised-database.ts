import { join } from 'node:path'
import { startPostgres } from '@propsight/supabase/postgres'
import type { Steps } from './steps.ts'

export interface Database {
  url(): string
  pid(): number | undefined
  stop(): Promise<void>
}

const FIRST_BACKOFF_MS = 400
/** Longest wait between two attempts to restart the database. */
const LAST_BACKOFF_MS = 5_000
/** After a run of at least this time, a crash has a new cause, so the backoff starts from the beginning. */
const STEADY_MS = 30_000

/**
 * Starts the embedded PostgreSQL and restarts it on the same port whenever it crashes: immediately the first
 * time, then with a growing backoff, for as long as the product runs. It never gives up: the cause of a long
 * outage, usually a full disk, is fixed by an operator while the product keeps running and serves cached
 * data.
 */
export async function startDatabase(
  home: string,
  steps: Pick<Steps, 'note'>,
  start: typeof startPostgres = startPostgres,
): Promise<Database> {
  const dir = join(home, 'pg')
  let server = await start({ dir, log: steps.note })
  let startedAt = performance.now()
  let attempts = 0
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let restarting: Promise<void> = Promise.resolve()

  const watch = () => {
    server.onExit(() => {
      if (performance.now() - startedAt > STEADY_MS) attempts = 0
      scheduleRestart()
    })
  }
  const scheduleRestart = () => {
    if (stopping) return
    attempts += 1
    const wait = attempts === 1 ? 0 : Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 2))
    timer = setTimeout(() => {
      restarting = revive()
    }, wait)
  }
  const revive = async (): Promise<void> => {
    steps.note(`database ended; starting it again (attempt ${attempts})`)
    try {
      server = await start({ dir, port: server.port, log: steps.note })
      startedAt = performance.now()
      watch()
    } catch (error) {
      steps.note(`database does not start again: ${error instanceof Error ? error.message : String(error)}`)
      scheduleRestart()
    }
  }
  watch()
  return {
    url: () => server.url,
    pid: () => server.pid,
    async stop() {
      stopping = true
      clearTimeout(timer)
      await restarting
      await server.stop()
    },
  }
}
