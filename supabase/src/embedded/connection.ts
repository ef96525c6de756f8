import { createPostgresConnection } from '@supabase/lite/postgres'
import postgres from 'postgres'
import { noteRefusal } from './call-context.ts'
import { createLeases, type Lease, type Leases } from './connection-pool.ts'
import { postgresError } from './postgres-error.ts'
import { postgresTypes } from './postgres-types.ts'

export type LiteConnection = ReturnType<typeof createPostgresConnection>

/** Connections for statements outside a reserved connection, which the service runs during its start. */
const POOL = 4
const LEASES = 10

/** Time limits in ascending order; each is shorter than the limit of a whole call. */
const limitsOf = (callMs: number) => ({
  waitMs: callMs / 2,
  statementMs: Math.round(callMs * 0.7),
  queryMs: callMs * 0.8,
})

const OPTIONS = {
  connect_timeout: 5,
  // A killed database restarts within moments, so the delay between attempts stays below 2 s.
  backoff: (attempt: number) => Math.min(2, 0.1 * 2 ** attempt),
  onnotice: () => {},
  types: postgresTypes,
}

/**
 * Opens the connection of the data service, with fixes for three defects of it: the first request would grant
 * all rights to all roles ("rlsState"), plain database errors would become 500, and a killed database would
 * end the process or leave calls without an answer.
 * @param callMs time limit of a whole call
 * @throws Error when the database does not respond
 */
export async function openConnection(
  databaseUrl: string,
  callMs: number,
): Promise<{ connection: LiteConnection; leases: Leases }> {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: { ...OPTIONS, connection: { TimeZone: 'UTC' }, max: POOL },
  })
  const { driver } = connection
  try {
    // The driver loads the array types with the first statement.
    await driver`select 1`
  } catch (error) {
    await driver.end({ timeout: 0 })
    throw error
  }
  const { waitMs, queryMs, statementMs } = limitsOf(callMs)
  const leases = createLeases(
    (onclose) => {
      const client = postgres(databaseUrl, {
        ...OPTIONS,
        connection: {
          TimeZone: 'UTC',
          statement_timeout: statementMs,
          idle_in_transaction_session_timeout: callMs,
        },
        max: 1,
        max_lifetime: null,
        // An error of the database while a client loads its types could not be caught.
        fetch_types: false,
        onclose,
      })
      // Copies the array types, and the column types that the service adds.
      Object.assign(client.options.parsers, driver.options.parsers)
      Object.assign(client.options.serializers, driver.options.serializers)
      return client
    },
    { size: LEASES, waitMs, queryMs },
  )
  const endPool = driver.end
  Object.assign(driver, {
    reserve: async (): Promise<Lease> => {
      const { unsafe, release } = await leases.reserve()
      return {
        release,
        unsafe: (text, parameters) =>
          unsafe(text, parameters).catch((error: unknown) => {
            noteRefusal(error)
            throw error
          }),
      }
    },
    end: async (options: { timeout: number }) => {
      await Promise.all([endPool(options), leases.end(options)])
    },
  })
  Object.assign(connection, { rlsState: 'active', normalizeDbError: postgresError })
  return { connection, leases }
}
