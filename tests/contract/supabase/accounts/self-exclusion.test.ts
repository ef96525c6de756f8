import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REDIRECT } from '../../../support/services/test-supabase.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { newEmail, openPersonas, type Personas, sessionOf, type User } from '../persona-clients.ts'
import { createForecastRow, createPick } from '../pick-fixtures.ts'

/** Only the embedded service shows its mails. */
const withMails = it.skipIf(process.env.SUPABASE_URL)

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const exclude = async (user: { id: string }, days = 7) => {
  const { data, error } = await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: days })
  if (error) throw new Error(`no exclusion: ${error.message}`)
  return new Date(data)
}
const dayOf = (at: Date) =>
  at.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' })
const messageOf = (until: Date) => `You excluded yourself until ${dayOf(until)}.`
const rows = <T>(text: string, values: (string | number)[] = []) =>
  personas.service.embedded?.sql.unsafe<T[] & object[]>(text, values) ?? Promise.resolve([])

/** Signs in by a mailed link, which proves the mailbox. The first proof ends all other sessions. */
async function proveMailbox({ email }: Pick<User, 'email'>) {
  await personas.visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const tokens = await openLink(await linkTo(email))
  const client = personas.visitor()
  const { error } = await client.auth.setSession({
    access_token: tokens.get('access_token') ?? '',
    refresh_token: tokens.get('refresh_token') ?? '',
  })
  expect(error).toBeNull()
  return client
}

/** The link of the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const newest = () => personas.service.embedded?.mails.findLast((mail) => mail.to === email)
  await waitUntil(`a mail to ${email}`, () => newest() !== undefined, 5_000)
  return /https?:\/\/\S+/.exec(newest()?.text ?? '')?.[0] ?? ''
}
const openLink = async (link: string) => {
  const { headers } = await fetch(link, { redirect: 'manual' })
  return new URLSearchParams((headers.get('location') ?? '').split('#')[1])
}

describe('a self-excluded user', () => {
  it('is refused a session by password, with the end date', async () => {
    const user = await personas.createUser()
    const until = await exclude(user, 30)
    expect(until.getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    const { email, password } = user
    const { error } = await personas.visitor().auth.signInWithPassword({ email, password })
    expect([error?.status, error?.message]).toEqual([403, messageOf(until)])
    const wrong = await personas.visitor().auth.signInWithPassword({ email, password: 'another-one' })
    expect(wrong.error?.code).toBe('invalid_credentials')
  })

  withMails.each([
    [
      'an e-mail link',
      (email: string) =>
        personas.visitor().auth.signInWithOtp({ email, options: { emailRedirectTo: REDIRECT } }),
    ],
    [
      'a recovery link',
      (email: string) => personas.visitor().auth.resetPasswordForEmail(email, { redirectTo: REDIRECT }),
    ],
  ])('is refused a session by %s, with the end date', async (_, requestMail) => {
    const user = await personas.createUser()
    await proveMailbox(user)
    const until = await exclude(user)
    expect((await requestMail(user.email)).error).toBeNull()
    const params = await openLink(await linkTo(user.email))
    expect(params.get('access_token')).toBeNull()
    expect(params.get('error_description')).toBe(messageOf(until))
  })

  withMails('is refused a session by a link that was sent before the exclusion', async () => {
    const user = await personas.createUser()
    await personas.visitor().auth.signInWithOtp({ email: user.email })
    const link = await linkTo(user.email)
    await exclude(user)
    expect((await openLink(link)).get('access_token')).toBeNull()
  })

  it('loses every session, on every device', async () => {
    const user = await personas.createUser()
    const other = personas.visitor()
    const second = sessionOf(
      await other.auth.signInWithPassword({ email: user.email, password: user.password }),
    )
    await exclude(user)
    for (const client of [user.client, other]) {
      expect((await client.auth.refreshSession()).error).not.toBeNull()
    }
    const { error } = await personas.visitor().auth.getUser(second.access_token)
    expect(error).not.toBeNull()
    const remaining = await rows(
      `select id::text from auth.sessions where user_id = $1
        union all select id::text from auth.refresh_tokens where user_id = $1`,
      [user.id],
    )
    expect(remaining).toEqual([])
  })

  it('reads and writes no table with a token from before the exclusion', async () => {
    const user = await personas.createUser()
    await personas.admin.rpc('grant_admin', { p_user: user.id })
    await personas.admin.rpc('set_developer', { p_email: user.email, p_granted: true })
    const pick = { id: `pick_${Date.now()}_abcdef`, player_name: 'Mateo Villareal', sport: 'MLB' }
    expect((await user.client.from('my_picks').insert(pick)).error).toBeNull()
    const p_legs = [createForecastRow({ pick_id: pick.id })]
    const { data: recordedLegs } = await personas.admin.rpc('record_forecasts', { p_user: user.id, p_legs })
    expect(recordedLegs).toBe(1)
    const old = createPick({}, 21)
    const expired = { id: old.id, player_name: 'X', sport: 'MLB', created_at: old.createdAt }
    expect((await user.client.from('my_picks').insert(expired)).error).toBeNull()
    await exclude(user)
    const call = (path: string, init: RequestInit = {}) => personas.call(path, { ...init, token: user.token })
    for (const table of [
      'user_profiles',
      'credit_ledger',
      'my_picks',
      'track_legs',
      'admins',
      'developers',
      'consents',
      'runs',
    ]) {
      expect([table, await (await call(`/rest/v1/${table}?select=*`)).json()]).toEqual([table, []])
    }
    const body = JSON.stringify({ ...pick, id: `pick_${Date.now()}_fedcba` })
    expect((await call('/rest/v1/my_picks', { method: 'POST', body })).status).toBe(403)
    const change = {
      method: 'PATCH',
      body: '{"player_name":"X"}',
      headers: { prefer: 'return=representation' },
    }
    expect(await (await call(`/rest/v1/my_picks?id=eq.${pick.id}`, change)).json()).toEqual([])
    const upsert = { method: 'POST', body: JSON.stringify({ ...pick, player_name: 'X' }) }
    const merge = { headers: { prefer: 'resolution=merge-duplicates' } }
    const replaced = await call('/rest/v1/my_picks?on_conflict=user_id,id', { ...upsert, ...merge })
    expect(replaced.status).toBe(403)
    await call(`/rest/v1/my_picks?id=eq.${pick.id}`, { method: 'DELETE' })
    const cleaned = await call('/rest/v1/rpc/cleanup_expired_picks', { method: 'POST', body: '{}' })
    expect(await cleaned.json()).toBe(0)
    const picks = personas.admin.from('my_picks').select('id, player_name').eq('user_id', user.id)
    const { data: keptPicks } = await picks.order('created_at', { ascending: false })
    expect(keptPicks).toEqual([
      { id: pick.id, player_name: 'Mateo Villareal' },
      { id: old.id, player_name: 'X' },
    ])
    const added = await call('/rest/v1/rpc/add_pick', { method: 'POST', body: '{"p_player_name":"X"}' })
    expect(added.status).toBe(403)
  })

  it('cannot start a run', async () => {
    const user = await personas.createUser()
    const until = await exclude(user)
    const { error, status } = await personas.admin.rpc('start_run', {
      p_user: user.id,
      p_feature: 'quick',
      p_category: 'Hits',
      p_cost: 1,
      p_key: crypto.randomUUID(),
      p_ttl_seconds: 600,
    })
    expect([status, error?.message]).toEqual([403, messageOf(until)])
  })

  withMails('keeps the e-mail address when a change link from before the exclusion is opened', async () => {
    const user = await personas.createUser()
    const email = newEmail()
    await user.client.auth.updateUser({ email, current_password: user.password })
    const link = await linkTo(email)
    await exclude(user)
    await openLink(link)
    const { data } = await personas.admin
      .from('user_profiles')
      .select('email')
      .eq('user_id', user.id)
      .single()
    expect(data?.email).toBe(user.email)
  })
})

describe('a self-exclusion', () => {
  it('can be extended but not shortened', async () => {
    const user = await personas.createUser()
    const first = await exclude(user, 30)
    expect((await exclude(user, 1)).getTime()).toBe(first.getTime())
    expect((await exclude(user, 90)).getTime()).toBeGreaterThan(first.getTime())
    for (const days of [0, -1, 1_826, null]) {
      const { status } = await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: days })
      expect(status).toBe(400)
    }
  })

  it('cannot be ended by the server or the owner of the database', async () => {
    const user = await personas.createUser()
    const until = await exclude(user)
    const table = () => personas.admin.from('self_exclusions')
    expect((await table().update({ until: new Date() }).eq('user_id', user.id)).error?.code).toBe('42501')
    expect((await table().delete().eq('user_id', user.id)).error?.code).toBe('42501')
    const shorten = rows('update public.self_exclusions set until = now() where user_id = $1', [user.id])
    if (personas.service.embedded) await expect(shorten).rejects.toThrow('A self-exclusion is not shortened')
    const remove = rows('delete from public.self_exclusions where user_id = $1', [user.id])
    if (personas.service.embedded) await expect(remove).rejects.toThrow('A self-exclusion is not shortened')
    await personas.admin.rpc('purge_closed_accounts')
    const { data } = await personas.admin.rpc('excluded_until', { p_user: user.id })
    expect(new Date(data).getTime()).toBe(until.getTime())
  })

  it('ends when its time is over', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service lets time pass')
    const user = await personas.createUser()
    await exclude(user, 1)
    await personas.service.embedded.sql.begin(async (sql) => {
      // A replica's session fires no triggers: the one way to make a day pass.
      await sql.unsafe("set local session_replication_role = 'replica'")
      await sql`update public.self_exclusions set until = now() where user_id = ${user.id}`
    })
    const { email, password } = user
    sessionOf(await personas.visitor().auth.signInWithPassword({ email, password }))
    return undefined
  })

  withMails('survives the deletion of the account and blocks a new sign-up', async () => {
    const user = await personas.createUser()
    await proveMailbox(user)
    const until = await exclude(user)
    const { data } = await personas.admin.rpc('delete_account', { p_user: user.id, p_email: user.email })
    expect(data).toBe(true)
    const reservation = await personas.admin.rpc('reserve_place', {
      p_code: await personas.createCode(),
      p_email: user.email.toUpperCase(),
      p_date_of_birth: '1990-01-31',
      p_legal_version: null,
    })
    expect([reservation.status, reservation.error?.message]).toEqual([403, messageOf(until)])
    // A reservation made by another function does not help.
    expect((await personas.reserve(user.email, await personas.createCode())).error).toBeNull()
    const { email, password } = user
    const signUp = await personas.visitor().auth.signUp({ email, password })
    expect([signUp.error?.status, signUp.error?.message]).toEqual([403, messageOf(until)])
    // The answer of the embedded service does not reveal that the address is excluded.
    const mails = () => personas.service.embedded?.mails.filter(({ to }) => to === email).length
    const before = mails()
    await personas.visitor().auth.signInWithOtp({ email })
    expect(mails()).toBe(before)
    expect((await personas.admin.rpc('email_exists', { p_email: email })).data).toBe(false)
  })

  withMails(
    'covers the first and the current address of the account, which no other account can take',
    async () => {
      const user = await personas.createUser()
      const first = user.email
      const client = await proveMailbox(user)
      const email = newEmail()
      await client.auth.updateUser({ email })
      await openLink(await linkTo(email))
      await exclude(user)
      const otherUser = await personas.createUser()
      for (const taken of [first, email]) {
        const { error } = await otherUser.client.auth.updateUser({
          email: taken,
          current_password: otherUser.password,
        })
        expect(error).not.toBeNull()
      }
      const { error } = await otherUser.client.auth.updateUser({
        email: first,
        current_password: otherUser.password,
      })
      expect([error?.status, error?.message]).toEqual([403, 'This address cannot be used'])
    },
  )

  it('is reported by the access token hook of the hosted service', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const user = await personas.createUser()
    const otherUser = await personas.createUser()
    const until = await exclude(user)
    const callHook = async ({ id }: User) => {
      const event = JSON.stringify({ user_id: id, claims: { sub: id }, authentication_method: 'otp' })
      const [row] = await rows<{ answer: unknown }>(
        'select public.hook_custom_access_token($1::text::jsonb) as answer',
        [event],
      )
      return row?.answer
    }
    expect(await callHook(user)).toEqual({ error: { http_code: 403, message: messageOf(until) } })
    expect(await callHook(otherUser)).toEqual({ claims: { sub: otherUser.id } })
    return undefined
  })
})
