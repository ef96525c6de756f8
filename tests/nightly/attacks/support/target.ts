import {
  startTestApi,
  TEST_JWT_SECRET,
  TEST_SECRET_KEY,
  type TestApi,
  type TestUser,
} from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import postgres from 'postgres'

/** Before the first game of the sample league's day. */
const CLOCK = 'frozen:2026-07-18T16:00:00Z'
export const ADMIN_KEY = 'the-admin-key-of-the-attacked'

export interface Target extends TestApi {
  /** The attacked user, and the attacker, who has a separate account. */
  owner: TestUser
  attacker: TestUser
  /** The database with the rights of its owner. */
  sql: postgres.Sql
  /** Texts that no answer may contain, by description. */
  secrets: Record<string, string>
}

/**
 * Starts the whole API on its own database with the sample league, and creates two users.
 * @param env added to the variables of the tests; rate limits are off by default
 */
export async function openTarget(env: Record<string, string> = {}): Promise<Target> {
  const league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
  const api = await startTestApi({
    jobs: false,
    leagueUrl: league.url,
    env: { ADMIN_KEY, LEAGUE_CLOCK: CLOCK, ...env },
  })
  const sql = postgres(api.databaseUrl, { max: 2, onnotice: () => undefined })
  const owner = await api.createUser()
  const attacker = await api.createUser()
  return {
    ...api,
    owner,
    attacker,
    sql,
    secrets: {
      'signing secret': TEST_JWT_SECRET,
      'secret key': TEST_SECRET_KEY,
      'admin key': ADMIN_KEY,
      'database address': api.databaseUrl,
      'owner’s password': owner.password,
    },
    async close() {
      await sql.end({ timeout: 1 })
      await api.close()
      await league.close()
    },
  }
}

/** Computes a digest of the rows of every table, to verify that requests changed nothing. */
export async function digestTables({ sql }: Pick<Target, 'sql'>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1`
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
    )
    digests[name] = row?.digest
  }
  return digests
}
