import { randomUUID } from 'node:crypto'
import type { SupabaseUnderTest } from '../../support/embedded-supabase.ts'
import { newEmail } from './personas.ts'

type Sql = NonNullable<SupabaseUnderTest['embedded']>['sql']

/**
 * Accounts through the database's own gate, without the provider's password work: for tests of numbers.
 * @param createdAt when they were made, ISO 8601; now by default
 * @returns their ids
 */
export async function manyAccounts(sql: Sql, count: number, createdAt?: string): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), email: newEmail() }))
  await sql`insert into public.access_code_reservations (email, attested_21_at, reserved_until)
    select email, now(), now() + interval '1 hour' from jsonb_to_recordset(${sql.json(people)}) as p (email text)`
  await sql`insert into auth.users (id, email)
    select id, email from jsonb_to_recordset(${sql.json(people)}) as p (id uuid, email text)`
  const ids = people.map(({ id }) => id)
  if (createdAt !== undefined)
    await sql`update public.user_profiles set created_at = ${createdAt} where user_id = any(${ids}::uuid[])`
  return ids
}

/** Users of these whose balance is not the sum of their ledger. */
export async function unbalanced(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select p.user_id from public.user_profiles p
    where p.user_id = any(${[...ids]}::uuid[]) and p.credits is distinct from
      (select sum(delta) from public.credit_ledger l where l.user_id = p.user_id)`
  return rows.map((row) => row.user_id)
}
