import { createPostgresConnection } from '@supabase/lite/postgres'
import postgres from 'postgres'
import { noteRefusal } from './call-context.ts'
import { createLeases, type Lease, type Leases } from './leases.ts'
import { postgresError } from './postgres-error.ts'
import { postgresTypes } from './postgres-types.ts'

export type LiteConnection = ReturnType<typeof createPostgresConnection>

/** For what the service runs outside a reserved connection: its start. */
const POOL = 4
const LEASES = 10

/** Each within the next one, the last within the limit of a whole call. */
const limitsOf = (callMs: number) => ({
  waitMs: callMs / 2,
  statementMs: Math.round(callMs * 0.7),
  queryMs: callMs * 0.8,
})

const OPTIONS = {
  connect_timeout: 5,
  // A database that was killed is back in a moment: do not wait longer and longer for it.
  backoff: (attempt: number) => Math.min(2, 0.1 * 2 ** attempt),
  onnotice: () => {},
  types: postgresTypes,
}

/**
 * The connection of the data service, mended: its first request would grant everything to everybody ("rlsState"),
 * plain database errors would come back as 500, and a killed database would take the process along or leave calls
 * without an answer.
 * @param callMs the limit of a whole call
 * @throws Error when the database does not answer
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
    // Array types are learnt with the first statement.
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
        // Nobody could catch it when the database dies while a client learns them.
        fetch_types: false,
        onclose,
      })
      // The array types, and the column types that the service adds to those that it is given.
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
