import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@propsight/supabase/postgres'

/**
 * A PostgreSQL of its own.
 * @param home where its data folder is made; a temporary folder, removed at the end, unless told
 */
export async function temporaryDatabase(home?: string) {
  const folder = home ?? mkdtempSync(join(tmpdir(), 'propsight-db-'))
  // As root the database runs under another user, who must get through.
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
    /** Starts it on the same port once more, after it was killed or stopped. @throws Error where it does not come up */
    async restart() {
      server = await startPostgres({ dir, port: server.port })
    },
    async remove() {
      await server.stop()
      if (home === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
