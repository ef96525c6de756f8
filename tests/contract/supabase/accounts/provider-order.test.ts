import { randomInt, randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, openPersonas, type Personas, type User } from '../persona-clients.ts'

/**
 * The statements of a hosted project's auth service in their order, on the database of this suite: sessions, tokens and
 * the time of the sign-in are stored before the token hook is called, and mails are sent before their tokens are stored.
 */
describe.skipIf(process.env.SUPABASE_URL)('in the order of the hosted auth service', () => {
  let personas: Personas
  beforeAll(async () => {
    personas = await openPersonas()
  })
  afterAll(() => personas?.close())
  const database = () => {
    const sql = personas.service.embedded?.sql
    if (!sql) throw new Error('only the embedded service shows its database')
    return sql
  }

  /** Stores a session as a sign-in does. @returns the answer of the hook */
  async function signIn(sql: postgres.TransactionSql, user: string, callHook: boolean) {
    const session = randomUUID()
    await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${user}, now())`
    await sql`insert into auth.refresh_tokens (id, token, user_id, session_id)
      values (${randomInt(2 ** 47)}, ${randomUUID()}, ${user}, ${session})`
    await sql`update auth.users set last_sign_in_at = now() where id = ${user}`
    const event = JSON.stringify({ user_id: user, claims: {} })
    if (!callHook) return null
    const [row] = await sql`select public.hook_custom_access_token(${event}::text::jsonb) as answer`
    return row?.answer as { error?: { http_code: number; message: string } }
  }

  it('an excluded user gets the sentence of the hook, which is called after the session is stored', async () => {
    const user = await personas.createUser()
    await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 7 })
    let answer: Awaited<ReturnType<typeof signIn>> = null
    const transaction = database().begin(async (sql) => {
      answer = await signIn(sql, user.id, true)
      throw new Error('the service rolls back')
    })
    await expect(transaction).rejects.toThrow('the service rolls back')
    expect(answer).toEqual({
      error: { http_code: 403, message: expect.stringMatching(/^You excluded yourself until /) },
    })
  })

  it('an excluded user gets no session where the hook is off', async () => {
    const user = await personas.createUser()
    await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 7 })
    await expect(database().begin((sql) => signIn(sql, user.id, false))).rejects.toThrow(
      'You excluded yourself until',
    )
    expect(await database()`select 1 from auth.sessions where user_id = ${user.id}`).toHaveLength(0)
  })

  /** Creates an account that waits for its confirmation, as the mail of its sign-up was sent. */
  async function signUp(password: string) {
    const email = newEmail()
    await personas.reserve(email, await personas.createCode())
    const id = randomUUID()
    const sql = database()
    await sql`insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${email}, ${password}, '{}')`
    await sql`update auth.users set confirmation_token = ${randomUUID()}, confirmation_sent_at = now() where id = ${id}`
    return id
  }
  /** Confirms an account by the token of a mail, and begins its session. @returns its password and whether the page warns */
  async function confirm(id: string, column: 'confirmation_token' | 'recovery_token') {
    const sql = database()
    await sql.begin(async (transaction) => {
      await transaction`update auth.users set ${sql(column)} = '', email_confirmed_at = now() where id = ${id}`
      await signIn(transaction, id, true)
    })
    const [row] = await sql`select encrypted_password as password, first_proof_session is not null as warns
      from auth.users join public.user_profiles on user_id = id where id = ${id}`
    return row
  }

  it('the mail of a sign-up confirms the account with its password, and the page warns of a foreign one', async () => {
    const id = await signUp('of-the-sign-up')
    expect(await confirm(id, 'confirmation_token')).toEqual({ password: 'of-the-sign-up', warns: true })
  })

  it.each(['confirmation_token', 'recovery_token'] as const)(
    'the password of a sign-up with another address ends when the owner asks for a mail: %s',
    async (column) => {
      const id = await signUp('of-another-person')
      await database()`update auth.users set ${database()(column)} = ${randomUUID()} where id = ${id}`
      expect(await confirm(id, column)).toEqual({ password: '', warns: true })
    },
  )

  it('a refused change of the e-mail keeps the time of its mail, and the address', async () => {
    const user: User = await personas.createUser()
    await personas.admin
      .from('user_profiles')
      .update({ last_email_change: new Date().toISOString() })
      .eq('user_id', user.id)
    const email = newEmail()
    const sql = database()
    // After the mail was sent.
    await sql`update auth.users set email_change = ${email}, email_change_token_new = ${randomUUID()},
      email_change_sent_at = now() where id = ${user.id}`
    const [row] = await sql`select email_change_sent_at from auth.users where id = ${user.id}`
    expect(row?.email_change_sent_at).not.toBeNull()
    await expect(
      sql`update auth.users set email = ${email}, email_change = '' where id = ${user.id}`,
    ).rejects.toThrow('once per month')
  })
})
