import { join } from 'node:path'
import { startPostgres } from '@propsight/supabase/postgres'
import type { Steps } from './steps.ts'

export interface Database {
  url(): string
  pid(): number | undefined
  stop(): Promise<void>
}

/** Longest wait between two attempts to bring a killed database back. */
const LAST_BACKOFF_MS = 5_000
const ATTEMPTS = 10

/** The embedded PostgreSQL, brought back on the same port whenever it dies by itself. */
export async function startDatabase(
  home: string,
  steps: Steps,
  fatal: (reason: string) => void,
): Promise<Database> {
  const dir = join(home, 'pg')
  let server = await startPostgres({ dir, log: steps.note })
  let stopping = false

  const watch = () => {
    server.onExit(() => {
      if (!stopping) void revive(1)
    })
  }
  const revive = async (attempt: number): Promise<void> => {
    if (stopping) return
    steps.note(`database ended; starting it again (attempt ${attempt})`)
    try {
      server = await startPostgres({ dir, port: server.port, log: steps.note })
      watch()
    } catch (error) {
      if (attempt >= ATTEMPTS)
        return fatal(`database does not come back: ${error instanceof Error ? error.message : error}`)
      const wait = Math.min(LAST_BACKOFF_MS, 200 * 2 ** attempt)
      setTimeout(() => void revive(attempt + 1), wait)
    }
  }
  watch()
  return {
    url: () => server.url,
    pid: () => server.pid,
    async stop() {
      stopping = true
      await server.stop()
    },
  }
}
