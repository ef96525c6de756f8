import { createPostgresConnection } from '@supabase/lite/postgres'
import postgres, { type PostgresType } from 'postgres'
import { callContext, keepRefusal } from './call-context.ts'
import type { ReservedConnection } from './connection-pool.ts'
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts'
import { postgresError, STATEMENT_TIMEOUT } from './errors.ts'

type RunStatement = ReservedConnection['unsafe']

/** A statement with which the service sets one value for the current transaction. */
const SETTING = /^select set_config\('([\w.]+)', (?:\$1|''), true\)$/i
const END = /^(?:commit|rollback)\b/i

/**
 * The role of a transaction. Also applies the time limit of the role, as PostgREST does: PostgreSQL itself applies
 * the settings of a role at sign-in only.
 */
const roleSetting = (value: string) => `set_config('role', ${value}, true), set_config('statement_timeout',
  coalesce((select split_part(setting, '=', 2) from pg_catalog.pg_roles, unnest(rolconfig) as setting
    where rolname = ${value} and setting like 'statement_timeout=%'), current_setting('statement_timeout')), true)`

const settingOf = (name: string, index: number) => {
  const value = `$${index + 1}`
  return name === 'role' ? roleSetting(value) : `set_config('${name}', ${value}, true)`
}

/**
 * Sets all values of a transaction with one statement, right before its first other statement. The service sets
 * five to ten values one by one, which takes more time than most requests themselves.
 * @returns `run` with that change; an invalid value fails the statement after it
 */
export function batchSettings(run: RunStatement): RunStatement {
  let names: string[] = []
  let values: NonNullable<Parameters<RunStatement>[1]> = []
  return async (text, parameters) => {
    const statement = text.trim()
    const name = SETTING.exec(statement)?.[1]
    if (name !== undefined) {
      names.push(name)
      values.push(parameters?.[0] ?? '')
      return Object.assign([], { count: 0, command: 'SELECT' }) as never
    }
    const settings = names
    const settingValues = values
    names = []
    values = []
    // They end with the transaction.
    if (settings.length > 0 && !END.test(statement))
      await run(`select ${settings.map(settingOf).join(', ')}`, settingValues)
    return run(text, parameters)
  }
}

/** Converts '2026-07-15 16:00:00.1+00' to the format of the hosted service, '2026-07-15T16:00:00.1+00:00'. */
export const isoTime = (value: string): string => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

/** Parses numerics as numbers, except for values that JSON cannot represent (NaN, infinity). */
const parseNumeric = (value: string): number | string => {
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

/** The data service passes JSON that is already serialized; serializing it again would store a string. */
const serializeJson = (value: unknown): string => {
  if (typeof value !== 'string') return JSON.stringify(value)
  try {
    JSON.parse(value)
    return value
  } catch {
    return JSON.stringify(value)
  }
}

/** Converts a value to text for the driver; the database checks whether it is a valid time. */
const writeTime = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const type = (
  oid: number,
  serialize: (value: unknown) => unknown,
  parse: (value: string) => unknown,
): PostgresType => ({ to: oid, from: [oid], serialize, parse })

/** Column types for which the driver's results differ from those of the hosted service. */
export const postgresTypes = {
  timestamptz: type(1184, writeTime, isoTime),
  timestamp: type(1114, writeTime, isoTime),
  date: type(1082, writeTime, String),
  time: type(1083, writeTime, String),
  timetz: type(1266, writeTime, String),
  numeric: type(1700, String, parseNumeric),
  jsonb: type(3802, serializeJson, JSON.parse),
}

export type LiteConnection = ReturnType<typeof createPostgresConnection>

/** Connections for statements outside a reserved connection, which the service runs during its start. */
const POOL = 4
const POOL_SIZE = 10

/** After this time an unused connection closes: its process in PostgreSQL takes 9 MB. */
const IDLE_MS = 30_000

/**
 * Connections of table requests: one of each user, and six of all users. The others remain for sign-in,
 * for the API and for the readiness check.
 */
const PER_USER = 1
const ALL_USERS = 6
/** Table requests of one user that may wait for a connection. */
const WAITING_PER_USER = 40

/**
 * A statement of a user that takes longer than a second fails alone (57014). The limit
 * for sign-in and the server is several seconds: reaching it means that the database is too slow.
 */
function toOutage(error: unknown): unknown {
  const isTooSlow = error instanceof Error && 'code' in error && error.code === STATEMENT_TIMEOUT
  return isTooSlow ? Object.assign(error, { code: 'QUERY_TIMEOUT' }) : error
}

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
): Promise<{ connection: LiteConnection; leases: ConnectionPool }> {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: {
      ...OPTIONS,
      connection: { TimeZone: 'UTC' },
      max: POOL,
      idle_timeout: IDLE_MS / 1_000,
    },
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
  const leases = createConnectionPool(
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
    {
      size: POOL_SIZE,
      perOwner: PER_USER,
      allOwners: ALL_USERS,
      waitingPerOwner: WAITING_PER_USER,
      waitMs,
      queryMs,
      idleMs: IDLE_MS,
    },
  )
  const endPool = driver.end
  Object.assign(driver, {
    reserve: async (): Promise<ReservedConnection> => {
      const { owner = null, reservation = null, onWait, connection: held } = callContext.getStore() ?? {}
      const { unsafe, release } = held ? { ...held, release: () => {} } : await leases.reserve(owner, onWait)
      const setReservation = (secret: string) =>
        unsafe("select set_config('propsight.reservation', $1, false)", [secret])
      if (reservation !== null) {
        await setReservation(reservation).catch((error: unknown) => {
          release()
          throw error
        })
      }
      return {
        release:
          reservation === null
            ? release
            : () =>
                // The next request of this connection must not use the secret. If this fails, the connection is lost.
                void setReservation('')
                  .catch(() => {})
                  .finally(release),
        unsafe: batchSettings((text, parameters) =>
          unsafe(text, parameters).catch((error: unknown) => {
            keepRefusal(error)
            throw owner === null ? toOutage(error) : error
          }),
        ),
      }
    },
    end: async (options: { timeout: number }) => {
      await Promise.all([endPool(options), leases.end(options)])
    },
  })
  Object.assign(connection, { rlsState: 'active', normalizeDbError: postgresError })
  return { connection, leases }
}
