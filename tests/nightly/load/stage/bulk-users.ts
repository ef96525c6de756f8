import { signToken } from '@propsight/api/testing'
import postgres from 'postgres'
import type { LoadUser } from '../generator/messages.ts'

const CREDITS = 100_000

/**
 * Creates users by SQL, through the triggers of the sign-up. No user here signs in, and a password would cost
 * 65 ms of bcrypt. Each user has a reservation, a profile, a session, the starting credits and a grant large
 * enough for any load. The tokens are signed in advance with the secret of the tests.
 */
export async function makeUsers(databaseUrl: string, count: number): Promise<LoadUser[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const code = `LOAD-${crypto.randomUUID().slice(0, 8)}`
    await sql`insert into public.access_codes (code, max_uses) values (${code}, ${count})`
    const emails = Array.from({ length: count }, () => `load-${crypto.randomUUID()}@example.com`)
    await sql`select public.reserve_access_code(${code}, email, '1990-01-31') from unnest(${emails}::text[]) email`
    const rows = await sql<{ id: string; email: string }[]>`
      insert into auth.users (id, email, aud, role, email_confirmed_at, created_at, updated_at)
      select gen_random_uuid(), email, 'authenticated', 'authenticated', now(), now(), now()
      from unnest(${emails}::text[]) email returning id, email`
    await sql`
      insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
      select id::uuid, ${CREDITS}, 0, 'grant', 'load' from unnest(${rows.map(({ id }) => id)}::text[]) id`
    const sessions = await sql<{ id: string; user_id: string }[]>`
      insert into auth.sessions (id, user_id, created_at, updated_at)
      select gen_random_uuid(), id, now(), now() from auth.users where email = any(${emails}) returning id, user_id`
    const sessionOf = new Map(sessions.map(({ id, user_id }) => [user_id, id]))
    return await Promise.all(
      rows.map(async ({ id, email }) => {
        const session = sessionOf.get(id)
        const claims = { sub: id, email, expiresIn: '6h', ...(session ? { session } : {}) }
        return { id, token: await signToken(claims) }
      }),
    )
  } finally {
    await sql.end()
  }
}
