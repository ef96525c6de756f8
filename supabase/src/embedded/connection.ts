import { createPostgresConnection } from '@supabase/lite/postgres'
import { postgresError } from './postgres-error.ts'
import { postgresTypes } from './postgres-types.ts'

export type LiteConnection = ReturnType<typeof createPostgresConnection>

const POOL = 10

/**
 * The connection of the data service, mended: its first request would grant everything to everybody ("rlsState"), and
 * plain database errors would come back as 500.
 */
export function openConnection(databaseUrl: string): LiteConnection {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: {
      max: POOL,
      connect_timeout: 5,
      // A database that was killed is back in a moment: do not wait longer and longer for it.
      backoff: (attempt: number) => Math.min(2, 0.1 * 2 ** attempt),
      onnotice: () => {},
      types: postgresTypes,
    },
  })
  return Object.assign(connection, { rlsState: 'active', normalizeDbError: postgresError })
}
