import { randomUUID } from 'node:crypto'
import type { TestSupabase } from '../../support/services/test-supabase.ts'
import { newEmail } from './persona-clients.ts'

type Sql = NonNullable<TestSupabase['embedded']>['sql']

/**
 * Creates accounts through the sign-up gate of the database, without the slow password hash of the provider.
 * @param createdAt creation time of the accounts, ISO 8601; now by default
 * @returns the user ids
 */
export async function createAccounts(sql: Sql, count: number, createdAt?: string): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => ({ id: randomUUID(), email: newEmail() }))
  await sql`insert into public.access_code_reservations (email, attested_21_at, reserved_until)
    select email, now(), now() + interval '1 hour' from jsonb_to_recordset(${sql.json(accounts)}) as p (email text)`
  await sql`insert into auth.users (id, email)
    select id, email from jsonb_to_recordset(${sql.json(accounts)}) as p (id uuid, email text)`
  const ids = accounts.map(({ id }) => id)
  if (createdAt !== undefined)
    await sql`update public.user_profiles set created_at = ${createdAt} where user_id = any(${ids}::uuid[])`
  return ids
}

/** The given users whose balance differs from the sum of their ledger. */
export async function findUnbalanced(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select p.user_id from public.user_profiles p
    where p.user_id = any(${[...ids]}::uuid[]) and p.credits is distinct from
      (select sum(delta) from public.credit_ledger l where l.user_id = p.user_id)`
  return rows.map((row) => row.user_id)
}
