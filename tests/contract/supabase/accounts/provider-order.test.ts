import { createHash, randomInt, randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
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

  /** A browser that asks for links with a challenge, as the page does, and the service's answers to it. */
  function openBrowser() {
    const sql = database()
    const { url, publishableKey } = personas.service
    const verifiers = new Map<string, string>()
    const refuse = (status: number, code: string) =>
      Response.json({ code, message: code }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

    /** A recovery with a challenge: the state of its flow is stored before the mail is sent. */
    async function storeFlow({ email, code_challenge, code_challenge_method }: Record<string, string>) {
      await sql`insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge,
          provider_type, authentication_method, created_at, updated_at)
        select gen_random_uuid(), id, ${randomUUID()}, ${code_challenge_method ?? ''}, ${code_challenge ?? ''},
          'recovery', 'recovery', now(), now() from auth.users where email = ${email ?? ''}`
    }
    /** The exchange of a code: 300 s after the request it is refused, although the token of the link is used up. */
    async function exchange({ auth_code, code_verifier }: Record<string, string>) {
      const [flow] =
        await sql`select user_id, code_challenge, created_at < now() - interval '300 seconds' as expired
        from auth.flow_state where auth_code = ${auth_code ?? ''}`
      if (!flow) return refuse(404, 'flow_state_not_found')
      if (flow.expired) return refuse(422, 'flow_state_expired')
      const challenge = createHash('sha256')
        .update(code_verifier ?? '')
        .digest('base64url')
      if (challenge !== flow.code_challenge) return refuse(400, 'bad_code_verifier')
      await sql.begin((transaction) => signIn(transaction, flow.user_id, true))
      await sql`delete from auth.flow_state where auth_code = ${auth_code ?? ''}`
      const tokens = {
        access_token: 'access',
        refresh_token: 'refresh',
        token_type: 'bearer',
        expires_in: 3_600,
      }
      return Response.json({ ...tokens, user: { id: flow.user_id } })
    }
    const { auth } = createClient(url, publishableKey, {
      auth: {
        flowType: 'pkce',
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: randomUUID(),
        storage: {
          getItem: (name) => verifiers.get(name) ?? null,
          setItem: (name, value) => void verifiers.set(name, value),
          removeItem: (name) => void verifiers.delete(name),
        },
      },
      global: {
        async fetch(input, init) {
          const { pathname, search } = new URL(String(input))
          const body = () => JSON.parse(String(init?.body))
          if (pathname.endsWith('/recover')) await storeFlow(body())
          return search === '?grant_type=pkce' ? exchange(body()) : fetch(input, init)
        },
      },
    })
    /** Opens a link of the default templates. @returns the code of its redirect; null if the token is used up */
    async function openDefaultLink(link: string): Promise<string | null> {
      const [token = ''] = new URL(link).searchParams.get('token_hash')?.split('.') ?? []
      return sql.begin(async (transaction) => {
        const [user] =
          await transaction`update auth.users set recovery_token = '' where recovery_token = ${token}
          returning id`
        if (!user) return null
        const [flow] = await transaction`update auth.flow_state set auth_code_issued_at = now()
          where user_id = ${user.id} returning auth_code`
        return flow?.auth_code as string
      })
    }
    return { auth, openDefaultLink }
  }

  /** Requests a new password in a browser, some seconds ago. */
  async function requestPassword(seconds: number) {
    const { id, email } = await personas.createUser()
    const browser = openBrowser()
    expect((await browser.auth.resetPasswordForEmail(email)).error).toBeNull()
    await database()`update auth.flow_state set created_at = created_at - make_interval(secs => ${seconds})
      where user_id = ${id}`
    const link = linkIn(personas.service.embedded?.mails.findLast(({ to }) => to === email)?.text)
    return { ...browser, id, link }
  }
  const openOurs = (link: string) => openMailLink(personas.service.url, link)

  it('a link of the default templates signs in within 300 seconds', async () => {
    const { auth, openDefaultLink, id, link } = await requestPassword(290)
    const { data, error } = await auth.exchangeCodeForSession((await openDefaultLink(link)) ?? '')
    expect([error, data.user?.id]).toEqual([null, id])
  })

  it('a link of the default templates is used up after 300 seconds and signs nobody in', async () => {
    const { auth, openDefaultLink, link } = await requestPassword(301)
    const code = await openDefaultLink(link)
    expect((await auth.exchangeCodeForSession(code ?? '')).error?.code).toBe('flow_state_expired')
    expect(await openDefaultLink(link)).toBeNull()
    expect((await openOurs(link)).get('error_code')).toBe('otp_expired')
  })

  it('a link of our templates signs in after 300 seconds, in any browser', async () => {
    const { link } = await requestPassword(301)
    expect((await openOurs(link)).get('access_token')).toEqual(expect.any(String))
  })
})
