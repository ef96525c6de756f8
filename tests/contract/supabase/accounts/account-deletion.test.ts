import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADULT, openPersonas, type Personas, sessionOf, type User } from '../persona-clients.ts'
import { parlaysToSave, saveForecastAndDeletedPick } from '../pick-fixtures.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const deleteAccount = (user: User, email = user.email) =>
  personas.admin.rpc('delete_account', { p_user: user.id, p_email: email })
const startRun = (user: User) =>
  personas.admin.rpc('start_run', {
    p_user: user.id,
    p_feature: 'quick',
    // A market of its own: the board of a market that was charged stays open for ten minutes.
    p_category: `Market ${randomUUID()}`,
    p_cost: 1,
    p_key: randomUUID(),
    p_ttl_seconds: 600,
  })
const sql = () => {
  if (!personas.service.embedded) throw new Error('only the embedded service shows its database')
  return personas.service.embedded.sql
}

/** A user with a row in every table that can hold user data. */
async function createUserWithData(): Promise<User> {
  const user = await personas.createUser()
  const { admin } = personas
  const { data: run } = await startRun(user)
  await admin.rpc('deliver_run', { p_run: run.id, p_user: user.id, p_picture: null, p_covers: ['a'] })
  await startRun(user)
  await personas.grantAdmin(user.id)
  await admin.rpc('set_developer', { p_email: user.email, p_granted: true })
  await admin.rpc('set_daily_limit', { p_user: user.id, p_limit: 15 })
  const p_user = user.id
  const { data: parlay } = await admin.rpc('start_run', {
    p_user,
    p_feature: 'parlay',
    p_category: 'Parlay',
    p_cost: 1,
    p_key: randomUUID(),
    p_ttl_seconds: 600,
  })
  await admin.rpc('save_parlays', { p_run: parlay.id, p_user, p_parlays: parlaysToSave(2) })
  await saveForecastAndDeletedPick(admin, user)
  await user.client
    .from('my_picks')
    .insert({ id: `pick_${Date.now()}_abcdef`, player_name: 'Mateo Villareal', sport: 'MLB' })
  await admin.rpc('store_contact_message', {
    p_id: randomUUID(),
    p_user: user.id,
    p_name: 'Pat',
    p_email: user.email,
    p_subject: 'bug',
    p_message: 'It is red',
    p_lease_seconds: 60,
  })
  const name = 'contract-suite'
  const load = {
    ticket: randomUUID(),
    name,
    version: '1.0.0',
    outcome: 'ok',
    reporter: `user:${user.id}`,
    ms: 9,
  }
  await admin.rpc('record_loads', { p_rows: [load], p_min_failing: 9, p_max_rate: 1 })
  await personas.visitor().auth.signInWithOtp({ email: user.email })
  return user
}

/** The tables of the whole database in which a text occurs. */
async function findTables(text: string): Promise<string[]> {
  const tables = await sql()<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') order by 1`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql().unsafe(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`])
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('deleting an account', () => {
  it('leaves no personal data in any table', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const user = await createUserWithData()
    expect(await findTables(user.id)).toEqual(
      expect.arrayContaining([
        'auth.users',
        'auth.audit_log_entries',
        'public.deleted_picks',
        'public.my_picks',
        'public.past_parlays',
        'public.track_legs',
        'public.release_loads',
      ]),
    )
    const ledger = () => personas.admin.from('credit_ledger').select('*').order('id')
    const { data: before } = await ledger().eq('user_id', user.id)
    const ids = (before ?? []).map(({ id }) => id)
    expect((await deleteAccount(user)).data).toBe(true)
    // The audit log keeps the id of the account that an action was about.
    expect((await findTables(user.id)).filter((table) => table !== 'public.admin_actions')).toEqual([])
    expect(await findTables(user.email)).toEqual([])
    // The welcome credit, three holds and two captures stay in the ledger, without a user.
    const { data: ledgerRows } = await ledger().in('id', ids)
    const anonymous = { user_id: null, run_id: null, note: null }
    expect(ledgerRows).toMatchObject([
      { reason: 'welcome', delta: 20, ...anonymous },
      { reason: 'hold', delta: -1, ...anonymous },
      { reason: 'capture', delta: 0, ...anonymous },
      { reason: 'hold', delta: -1, ...anonymous },
      { reason: 'hold', delta: -1, ...anonymous },
      { reason: 'capture', delta: 0, ...anonymous },
    ])
    return undefined
  })

  it('keeps only its id in the audit log', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const user = await personas.createUser()
    const other = await personas.createUser()
    await sql()`select public.log_admin_action(${user.id}, 'set-plan', ${other.id}, '{"plan":"basic"}')`
    await deleteAccount(user)
    expect(await findTables(user.id)).toEqual(['public.admin_actions'])
    expect(await findTables(user.email)).toEqual([])
    return undefined
  })

  it('requires the e-mail address of that account', async () => {
    const user = await personas.createUser()
    const other = await personas.createUser()
    for (const email of [other.email, '', `${user.email}x`]) {
      const { status, error } = await deleteAccount(user, email)
      expect([status, error?.message]).toEqual([400, 'This is not the e-mail address of your account'])
    }
    expect((await deleteAccount(user, ` ${user.email.toUpperCase()} `)).data).toBe(true)
    expect((await other.client.from('user_profiles').select('*')).data).toHaveLength(1)
  })

  it('can be repeated without an error', async () => {
    const user = await personas.createUser()
    const answers = await Promise.all([1, 2, 3].map(() => deleteAccount(user)))
    expect(answers.map(({ data, error }) => error?.message ?? String(data)).toSorted()).toEqual([
      'false',
      'false',
      'true',
    ])
    expect((await deleteAccount(user)).data).toBe(false)
  })

  it('ends reads and writes with an earlier token, refreshes and sign-ins', async () => {
    const user = await createUserWithData()
    await deleteAccount(user)
    const call = (path: string, init: RequestInit = {}) => personas.call(path, { ...init, token: user.token })
    for (const table of ['user_profiles', 'credit_ledger', 'my_picks', 'track_legs', 'runs', 'admins']) {
      expect([table, await (await call(`/rest/v1/${table}?select=*`)).json()]).toEqual([table, []])
    }
    const pick = { id: `pick_${Date.now()}_abcdef`, player_name: 'Mateo Villareal', sport: 'MLB' }
    const saved = await call('/rest/v1/my_picks', { method: 'POST', body: JSON.stringify(pick) })
    expect(saved.status).toBe(403)
    const { email, password } = user
    const { error } = await personas.visitor().auth.signInWithPassword({ email, password })
    expect(error?.code).toBe('invalid_credentials')
    expect((await user.client.auth.refreshSession()).error).not.toBeNull()
  })

  it('A10 gives a new account of the same address no credits within a year', async () => {
    const user = await personas.createUser()
    await deleteAccount(user)
    const signUpAgain = async () => {
      expect((await personas.reserve(user.email, await personas.createCode(), ADULT)).error).toBeNull()
      const client = personas.visitor()
      const { email } = user
      const session = sessionOf(await client.auth.signUp({ email, password: 'a-long-password' }))
      const profile = await client.from('user_profiles').select('credits').single()
      const ledger = await client.from('credit_ledger').select('delta')
      expect((ledger.data ?? []).reduce((sum, { delta }) => sum + delta, 0)).toBe(profile.data?.credits)
      return { id: session.user.id, email, credits: profile.data?.credits, client }
    }
    const second = await signUpAgain()
    expect(second.credits).toBe(0)
    // None after a second deletion either.
    await personas.admin.rpc('delete_account', { p_user: second.id, p_email: second.email })
    const third = await signUpAgain()
    expect(third.credits).toBe(0)
    if (!personas.service.embedded) return
    await personas.admin.rpc('delete_account', { p_user: third.id, p_email: third.email })
    await sql()`update public.closed_accounts set closed_at = closed_at - interval '366 days'
      where email_hash = public.email_hash(${user.email})`
    expect((await signUpAgain()).credits).toBe(20)
  })

  it('is not needed to remove sign-in log entries after a year', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service lets time pass')
    const user = await personas.createUser()
    const countLogEntries = async () => {
      await personas.admin.rpc('purge_closed_accounts')
      const [row] = await sql()<{ lines: number }[]>`select count(*)::int as lines from auth.audit_log_entries
        where strpos(payload::text, ${user.id}) > 0`
      return row?.lines ?? 0
    }
    const setLogAge = (days: number) => sql()`update auth.audit_log_entries
      set created_at = now() - make_interval(days => ${days}) where strpos(payload::text, ${user.id}) > 0`
    await setLogAge(364)
    expect(await countLogEntries()).toBeGreaterThan(0)
    await setLogAge(367)
    expect(await countLogEntries()).toBe(0)
    return undefined
  })

  it('keeps a hash of the address for one year; unused reservations are kept for 30 days', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service lets time pass')
    const user = await personas.createUser()
    await deleteAccount(user)
    const email = `${randomUUID()}@example.com`
    await personas.reserve(email, await personas.createCode())
    const countRetainedRows = async () => {
      await personas.admin.rpc('purge_closed_accounts')
      const [row] = await sql()<{ closed: number; untaken: number }[]>`select
        (select count(*)::int from public.closed_accounts where email_hash = public.email_hash(${user.email}))
          as closed,
        (select count(*)::int from public.access_code_reservations where email = ${email}) as untaken`
      return [row?.closed, row?.untaken]
    }
    await sql()`update public.closed_accounts set closed_at = now() - interval '364 days'
      where email_hash = public.email_hash(${user.email})`
    await sql()`update public.access_code_reservations set reserved_until = now() - interval '29 days'
      where email = ${email}`
    expect(await countRetainedRows()).toEqual([1, 1])
    await sql()`update public.closed_accounts set closed_at = now() - interval '366 days'
      where email_hash = public.email_hash(${user.email})`
    await sql()`update public.access_code_reservations set reserved_until = now() - interval '31 days'
      where email = ${email}`
    expect(await countRetainedRows()).toEqual([0, 0])
    return undefined
  })

  it('by hand in the database gives a new account of the same address no credits', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const user = await personas.createUser()
    await sql()`delete from auth.users where id = ${user.id}`
    await personas.reserve(user.email, await personas.createCode())
    const client = personas.visitor()
    sessionOf(await client.auth.signUp({ email: user.email, password: 'a-long-password' }))
    expect((await client.from('user_profiles').select('credits').single()).data).toEqual({ credits: 0 })
    return undefined
  })

  it('gives a new account of its first address no credits after an e-mail change', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const user = await personas.createUser()
    await sql()`update auth.users set email = ${`moved-${user.email}`} where id = ${user.id}`
    await deleteAccount(user, `moved-${user.email}`)
    await personas.reserve(user.email, await personas.createCode())
    const client = personas.visitor()
    sessionOf(await client.auth.signUp({ email: user.email, password: 'a-long-password' }))
    expect((await client.from('user_profiles').select('credits').single()).data).toEqual({ credits: 0 })
    return undefined
  })

  it('does not free the place of its access code', async () => {
    const code = await personas.createCode()
    const email = `${randomUUID()}@example.com`
    await personas.reserve(email, code)
    const { user } = sessionOf(await personas.visitor().auth.signUp({ email, password: 'a-long-password' }))
    await personas.admin.rpc('delete_account', { p_user: user.id, p_email: email })
    const { error } = await personas.reserve(`${randomUUID()}@example.com`, code)
    expect(error?.message).toBe('Invalid or already used access code')
  })
})
