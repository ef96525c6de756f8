import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@propsight/supabase/postgres'

/** A PostgreSQL of its own in a temporary folder. */
export async function temporaryDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-db-'))
  // As root the database runs under another user, who must get through.
  chmodSync(folder, 0o755)
  const dir = join(folder, 'pg')
  const server = await startPostgres({ dir })
  return {
    ...server,
    dir,
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
