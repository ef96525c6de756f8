import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REDIRECT } from '../../../support/services/test-supabase.ts'
import { newEmail, openPersonas, type Personas, sessionOf } from '../persona-clients.ts'
import { createForecastRow, createPick } from '../pick-fixtures.ts'
import { createExclusionCalls, messageOf, withMails } from './self-exclusion-fixture.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())
const { exclude, linkTo, openLink, proveMailbox, rows } = createExclusionCalls(() => personas)

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
    await personas.grantAdmin(user.id)
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
