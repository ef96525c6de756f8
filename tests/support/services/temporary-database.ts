import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@propsight/supabase/postgres'

/**
 * Starts a separate PostgreSQL server.
 * @param home parent of its data folder; default: a temporary folder, removed by `remove`
 */
export async function temporaryDatabase(home?: string) {
  const folder = home ?? mkdtempSync(join(tmpdir(), 'propsight-db-'))
  // As root, the database runs under another user, which needs access to the folder.
  chmodSync(folder, 0o755)
  const dir = join(folder, 'pg')
  let server = await startPostgres({ dir })
  return {
    url: server.url,
    port: server.port,
    dir,
    get pid() {
      return server.pid
    },
    isAlive: () => server.isAlive(),
    stop: () => server.stop(),
    /** Starts the server again on the same port after a kill or stop. @throws Error if it does not start */
    async restart() {
      server = await startPostgres({ dir, port: server.port })
    },
    async remove() {
      await server.stop()
      if (home === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
