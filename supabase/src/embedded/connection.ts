import { createPostgresConnection } from '@supabase/lite/postgres'
import postgres from 'postgres'
import { createLeases } from './leases.ts'
import { postgresError } from './postgres-error.ts'
import { postgresTypes } from './postgres-types.ts'

export type LiteConnection = ReturnType<typeof createPostgresConnection>

/** For what the service runs outside a reserved connection: little. */
const POOL = 4
const LEASES = 10

const OPTIONS = {
  connect_timeout: 5,
  connection: { TimeZone: 'UTC' },
  // A database that was killed is back in a moment: do not wait longer and longer for it.
  backoff: (attempt: number) => Math.min(2, 0.1 * 2 ** attempt),
  onnotice: () => {},
  types: postgresTypes,
}

/**
 * The connection of the data service, mended: its first request would grant everything to everybody ("rlsState"),
 * plain database errors would come back as 500, and a killed database would take the process along.
 */
export function openConnection(databaseUrl: string): LiteConnection {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: { ...OPTIONS, max: POOL },
  })
  const { driver } = connection
  const leases = createLeases((onclose) => {
    const client = postgres(databaseUrl, { ...OPTIONS, max: 1, max_lifetime: null, onclose })
    // The service adds column types of its own to those that it is given.
    Object.assign(client.options.parsers, driver.options.parsers)
    Object.assign(client.options.serializers, driver.options.serializers)
    return client
  }, LEASES)
  const endPool = driver.end
  Object.assign(driver, {
    reserve: leases.reserve,
    end: async (options: { timeout: number }) => {
      await Promise.all([endPool(options), leases.end(options)])
    },
  })
  return Object.assign(connection, { rlsState: 'active', normalizeDbError: postgresError })
}
