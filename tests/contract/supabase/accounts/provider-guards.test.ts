import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { newEmail, openPersonas, type Personas } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const post = async (path: string, body: object) => {
  const token = personas.service.publishableKey
  const response = await personas.call(path, { method: 'POST', body: JSON.stringify(body), token })
  return { status: response.status, text: await response.text() }
}
/** Makes the sessions of a user older. @param refreshed hours since the last refresh; null for none */
async function age(userId: string, created: number, refreshed: number | null): Promise<void> {
  const sql = personas.service.embedded?.sql
  if (!sql) throw new Error('only the embedded service shows its database')
  await sql`update auth.sessions set created_at = now() - make_interval(secs => ${created * 3_600}),
    refreshed_at = now() - make_interval(secs => ${refreshed === null ? null : refreshed * 3_600}::float8)
    where user_id = ${userId}`
}
const LONG = 'x9'.repeat(36)
/** 72 characters, but 73 bytes. */
const LONG_BYTES = `${LONG.slice(0, 71)}é`

describe.skipIf(process.env.SUPABASE_URL)('passwords at the limit of bcrypt', () => {
  it('of 72 bytes are accepted, and one with another ending does not sign in', async () => {
    const user = await personas.createUser()
    const change = { password: LONG, current_password: user.password }
    expect((await user.client.auth.updateUser(change)).error).toBeNull()
    const attempt = (password: string) => personas.visitor().auth.signInWithPassword({ ...user, password })
    expect((await attempt(LONG)).error).toBeNull()
    for (const password of [`${LONG}z`, LONG + LONG, `${LONG}é`])
      expect((await attempt(password)).error?.code, password).toBe('invalid_credentials')
  })

  it.each([`${LONG}z`, LONG_BYTES, '😀'.repeat(19), 'a'.repeat(5_000)])(
    'are refused above it at sign-up and at a change (case %#)',
    async (password) => {
      const user = await personas.createUser()
      expect((await user.client.auth.updateUser({ password })).error?.code).toBe('weak_password')
      const email = newEmail()
      await personas.reserve(email, await personas.createCode())
      expect((await personas.visitor().auth.signUp({ email, password })).error?.code).toBe('weak_password')
    },
  )
})

describe.skipIf(process.env.SUPABASE_URL)('a change of password or e-mail', () => {
  const put = async (token: string, body: object) => {
    const response = await personas.call('/auth/v1/user', {
      method: 'PUT',
      body: JSON.stringify(body),
      token,
    })
    return { status: response.status, text: await response.text() }
  }
  const changes: [string, () => object][] = [
    ['password', () => ({ password: `new-${newEmail()}` })],
    ['e-mail', () => ({ email: newEmail() })],
    ['both', () => ({ email: newEmail(), password: `new-${newEmail()}` })],
  ]

  it.each(changes)('needs the current password: %s', async (_, change) => {
    const user = await personas.createUser()
    expect((await put(user.token, change())).text).toContain('reauthentication_needed')
    for (const wrong of ['', 'wrong-password', `${user.password}x`])
      expect((await put(user.token, { ...change(), current_password: wrong })).status, wrong).toBe(400)
    expect((await put(user.token, { ...change(), current_password: null })).status).toBeGreaterThanOrEqual(
      400,
    )
    const again = await personas.visitor().auth.signInWithPassword(user)
    expect(again.error).toBeNull()
    expect((await put(user.token, { ...change(), current_password: user.password })).status).toBe(200)
  })

  it('does not tell with a forged token whether a password is right', async () => {
    const user = await personas.createUser()
    const [header, payload] = user.token.split('.')
    const forged = `${header}.${payload}.${'A'.repeat(43)}`
    const body = { password: 'another-password', current_password: user.password }
    expect(await put(forged, body)).toEqual(await put(forged, { ...body, current_password: 'wrong' }))
    expect((await put(forged, body)).status).toBe(403)
  })

  it('is allowed without it for 30 minutes after the link of a mail', async () => {
    const user = await personas.createUser()
    await personas.visitor().auth.resetPasswordForEmail(user.email)
    const mails = personas.service.embedded?.mails ?? []
    const mail = mails.findLast(({ to }) => to === user.email)
    const tokens = await openMailLink(personas.service.url, linkIn(mail?.text))
    const token = tokens.get('access_token') ?? ''
    expect((await put(token, { password: 'set-by-the-mailbox' })).status).toBe(200)
    await age(user.id, 31 / 60, null)
    expect((await put(token, { password: 'set-by-the-mailbox-2' })).status).toBe(401)
  })
})

describe.skipIf(process.env.SUPABASE_URL)('the lifetime of a session', () => {
  it.each([
    ['the longest duration', { created_at: 721, refreshed_at: 1 }],
    ['the longest time without use', { created_at: 169, refreshed_at: null }],
    ['the longest time without use, after a refresh', { created_at: 400, refreshed_at: 169 }],
  ])('ends a refresh after %s', async (_, hours) => {
    const { client, id } = await personas.createUser()
    const { data } = await client.auth.getSession()
    await age(id, hours.created_at, hours.refreshed_at)
    const refresh_token = data.session?.refresh_token ?? ''
    const { error } = await personas.visitor().auth.refreshSession({ refresh_token })
    expect(error?.message).toContain('Session Expired')
    // The job removes the session, and with it the access token.
    const { data: ended } = await personas.admin.rpc('end_old_sessions', {
      p_max_hours: 720,
      p_idle_hours: 168,
      p_limit: 500,
    })
    expect(ended).toBeGreaterThan(0)
    expect((await client.from('user_profiles').select('credits')).data).toEqual([])
  })

  it('allows a refresh before the limits', async () => {
    const { client, id } = await personas.createUser()
    await age(id, 167, null)
    expect((await client.auth.refreshSession()).error).toBeNull()
  })
})

describe('the list of sessions', () => {
  const list = async (user: string, session: string | null) =>
    (await personas.admin.rpc('list_sessions', { p_user: user, p_session: session })).data as {
      id: string
      current: boolean
      userAgent: string | null
    }[]
  const sessionId = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id as string

  it('has every live session of the account and no other, and one of them can be ended', async () => {
    const user = await personas.createUser()
    const other = await personas.createUser()
    const second = personas.visitor()
    await second.auth.signInWithPassword(user)
    const token = (await second.auth.getSession()).data.session?.access_token ?? ''
    const own = sessionId(user.token)
    const sessions = await list(user.id, own)
    expect(sessions.map(({ id, current }) => [id, current])).toEqual([
      [own, true],
      [sessionId(token), false],
    ])
    if (!process.env.SUPABASE_URL) expect(sessions[0]?.userAgent).toMatch(/node/i)

    const end = async (owner: string, id: string) =>
      (await personas.admin.rpc('end_session', { p_user: owner, p_session: id })).data
    expect(await end(other.id, sessionId(token))).toBe(false)
    expect((await second.from('user_profiles').select('credits')).data).toHaveLength(1)
    expect(await end(user.id, sessionId(token))).toBe(true)
    expect((await second.from('user_profiles').select('credits')).data).toEqual([])
    expect((await second.auth.refreshSession()).error).not.toBeNull()
    expect((await user.client.from('user_profiles').select('credits')).data).toHaveLength(1)
  })
})

describe.skipIf(process.env.SUPABASE_URL)('calls that do not reveal which addresses have accounts', () => {
  it.each([
    ['/auth/v1/otp', {}],
    ['/auth/v1/otp', { create_user: false }],
    ['/auth/v1/magiclink', {}],
    ['/auth/v1/recover', {}],
    ['/auth/v1/resend', { type: 'signup' }],
    ['/auth/v1/resend', { type: 'email_change' }],
  ])('answer the same by POST %s with %j', async (path, more) => {
    const { email } = await personas.createUser()
    const known = await post(path, { email, ...more })
    const unknown = await post(path, { email: newEmail(), ...more })
    expect(known).toEqual({ status: 200, text: '{}' })
    expect(unknown).toEqual(known)
  })

  it('hide a pending change of the e-mail', async () => {
    const user = await personas.createUser()
    const change = { email: newEmail(), current_password: user.password }
    expect((await user.client.auth.updateUser(change)).error).toBeNull()
    expect(await post('/auth/v1/resend', { type: 'email_change', email: user.email })).toEqual({
      status: 200,
      text: '{}',
    })
  })

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
  /** Median durations of calls for a known and an unknown address, measured in turns, ms. */
  async function measure(call: (email: string) => Promise<unknown>) {
    const { email } = await personas.createUser()
    const durations = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 7; round += 1) {
      for (const kind of ['known', 'unknown'] as const) {
        const start = performance.now()
        await call(kind === 'known' ? email : newEmail())
        durations[kind].push(performance.now() - start)
      }
    }
    return { known: median(durations.known), unknown: median(durations.unknown) }
  }

  it('take as long for an unknown address: a sign-in compares a hash in both cases', async () => {
    const { known, unknown } = await measure((email) =>
      post('/auth/v1/token?grant_type=password', { email, password: 'not-the-password' }),
    )
    expect(unknown / known).toBeGreaterThan(0.6)
    expect(unknown / known).toBeLessThan(1.67)
  })

  it('take as long for an unknown address: a call that sends a mail', async () => {
    const { known, unknown } = await measure((email) => post('/auth/v1/recover', { email }))
    expect(Math.abs(known - unknown)).toBeLessThan(60)
  })
})

const TEXT_COLUMNS = [
  'id',
  'player_name',
  'projected_stat_line',
  'betting_recommendation',
  'reasoning',
  'sport',
  'original_stats',
  'injury_impact',
  'recent_form',
  'defensive_analysis',
]

describe('an object for a text column', () => {
  it.each(TEXT_COLUMNS)('is refused with 400 by PATCH and POST, and changes nothing: %s', async (column) => {
    const user = await personas.createUser()
    const id = `pick_${Date.now()}_abcd1234`
    const row = { id, user_id: user.id, player_name: 'Ada Ace', sport: 'MLB' }
    expect((await user.client.from('my_picks').insert(row)).error).toBeNull()
    for (const value of [{ a: 1 }, {}, { a: { b: [1] } }, [1, 2], [['a']], [{ a: 'b' }]]) {
      const write = (method: string, path: string, body: object) =>
        personas.call(path, { method, body: JSON.stringify(body), token: user.token })
      const patched = await write('PATCH', `/rest/v1/my_picks?id=eq.${id}`, { [column]: value })
      expect(patched.status, `${JSON.stringify(value)}: ${await patched.text()}`).toBe(400)
      const posted = await write('POST', '/rest/v1/my_picks', { ...row, [column]: value })
      expect(posted.status, `${JSON.stringify(value)}: ${await posted.text()}`).toBe(400)
    }
    const { data } = await user.client.from('my_picks').select('id, player_name, sport, reasoning')
    expect(data).toEqual([{ id, player_name: 'Ada Ace', sport: 'MLB', reasoning: null }])
  })
})
