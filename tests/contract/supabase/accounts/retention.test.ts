import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, openPersonas, type Personas } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

type Row = Record<string, string | number | null>

/** Periods as stated in the Privacy Policy and the threat model, days. */
const YEAR = 365.25
const RETENTION: {
  table: string
  days: number
  /** The column with the time from which the period counts. */
  column: string
  /** Another row each time. */
  row: (userId: string) => Row
  /** The server's function that deletes the rows. */
  purge: [name: string, parameters: object]
}[] = [
  {
    table: 'public.closed_accounts',
    days: YEAR,
    column: 'closed_at',
    row: () => ({ email_hash: createHash('sha256').update(randomUUID()).digest('hex') }),
    purge: ['purge_closed_accounts', {}],
  },
  {
    table: 'public.self_exclusions',
    days: 0,
    column: 'until',
    row: () => ({ email_hash: createHash('sha256').update(randomUUID()).digest('hex') }),
    purge: ['purge_closed_accounts', {}],
  },
  {
    table: 'auth.audit_log_entries',
    days: YEAR,
    column: 'created_at',
    row: () => ({ id: randomUUID(), payload: '{}', ip_address: '' }),
    purge: ['purge_closed_accounts', {}],
  },
  {
    table: 'public.deleted_picks',
    days: 2,
    column: 'deleted_at',
    row: (userId) => ({ user_id: userId, pick_id: randomUUID() }),
    purge: ['forget_deleted_picks', {}],
  },
  {
    table: 'public.release_served',
    days: 30,
    column: 'at',
    row: () => ({ name: 'picks', version: '1.0.0', visitor: randomUUID(), source: 'a' }),
    purge: ['forget_loads', { p_days: 30 }],
  },
  {
    table: 'public.release_loads',
    days: 30,
    column: 'at',
    row: (userId) => ({
      ticket: randomUUID(),
      name: 'picks',
      version: '1.0.0',
      outcome: 'ok',
      reporter: `user:${userId}`,
    }),
    purge: ['forget_loads', { p_days: 30 }],
  },
  {
    table: 'public.contact_messages',
    days: 365,
    column: 'sent_at',
    row: (userId) => ({
      id: randomUUID(),
      user_id: userId,
      name: 'Rae',
      email: newEmail(),
      subject: 'general',
      message: 'Hello',
      attempts: 1,
      due_at: '2026-01-01T00:00:00Z',
    }),
    purge: ['forget_contact_messages', { p_days: 365 }],
  },
  {
    table: 'public.admin_sessions',
    days: 0,
    column: 'expires_at',
    row: () => ({ id: randomUUID() }),
    purge: ['begin_admin_session', { p_expires: '2030-01-01T00:00:00Z' }],
  },
  {
    table: 'auth.sessions',
    days: 30,
    column: 'created_at',
    row: (userId) => ({ id: randomUUID(), user_id: userId, refreshed_at: new Date().toISOString() }),
    purge: ['end_old_sessions', { p_max_hours: 720, p_idle_hours: 168, p_limit: 500 }],
  },
]

describe.skipIf(process.env.SUPABASE_URL)('stored data is deleted after its retention period', () => {
  it.each(RETENTION)(
    '$table: after $days days, and not before',
    async ({ table, days, column, row, purge }) => {
      const sql = personas.service.embedded?.sql
      if (!sql) throw new Error('only the embedded service shows its database')
      const { id: userId } = await personas.createUser()
      const ago = (more: number) => new Date(Date.now() - (days + more) * 86_400_000).toISOString()
      const rows = {
        over: { ...row(userId), [column]: ago(1) },
        under: { ...row(userId), [column]: ago(-1) },
      }
      for (const each of Object.values(rows)) await sql`insert into ${sql(table)} ${sql(each)}`
      const count = async (each: Row) => {
        const [key = ''] = Object.keys(each).filter(
          (name) => /id$|hash|visitor|ticket/.test(name) && name !== 'user_id',
        )
        const [found] =
          await sql`select count(*)::int as rows from ${sql(table)} where ${sql(key)} = ${each[key] ?? ''}`
        return found?.rows
      }
      expect([await count(rows.over), await count(rows.under)]).toEqual([1, 1])
      const { error } = await personas.admin.rpc(...purge)
      expect(error).toBeNull()
      expect([await count(rows.over), await count(rows.under)]).toEqual([0, 1])
    },
  )
})
