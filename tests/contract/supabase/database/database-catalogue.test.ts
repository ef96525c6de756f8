import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'
import { OWNED, SERVER_ONLY, TABLES, WRITTEN_BY_OWNER } from './table-access.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const sql = () => {
  if (!personas.service.embedded) throw new Error('only the embedded service shows its catalogue')
  return personas.service.embedded.sql
}

describe.skipIf(process.env.SUPABASE_URL)('the database catalogue', () => {
  it('grants visitors only their time limit, and users only the functions for their own picks', async () => {
    const rows = await sql()<{ role: string; name: string }[]>`
      select role, proname as name from pg_proc, (values ('anon'), ('authenticated')) as roles (role)
      where pronamespace = 'public'::regnamespace and has_function_privilege(role, oid, 'execute')
      order by role, name`
    expect(rows.map(({ role, name }) => `${role} ${name}`)).toEqual([
      // Asked by the check of a hosted project.
      'anon statement_limit',
      'authenticated add_pick',
      'authenticated cleanup_expired_picks',
      'authenticated first_number',
      'authenticated get_user_pick_count',
      // Called by every policy.
      'authenticated is_excluded',
      // Called by a check of my_picks.
      'authenticated is_plain_text',
    ])
  })

  it('contains only tables whose access these tests classify', async () => {
    const tables = await sql()<{ name: string }[]>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and not relispartition order by 1`
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(TABLES).toSorted())
    expect([...OWNED, ...SERVER_ONLY, ...WRITTEN_BY_OWNER].toSorted()).toEqual(Object.keys(TABLES).toSorted())
  })

  it('has a self-exclusion policy on every table that users can reach', async () => {
    const unprotected = await sql()<{ name: string }[]>`
      select distinct c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and not exists (
        select from pg_policy r where r.polrelid = c.oid and not r.polpermissive and r.polcmd = '*'
          and pg_get_expr(r.polqual, r.polrelid) like '%is_excluded()%')`
    expect([...unprotected]).toEqual([])
  })
})
