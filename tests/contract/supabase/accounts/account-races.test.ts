import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_ORDERS, ROUNDS } from '../../../support/rounds.ts'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const sql = () => {
  if (!personas.service.embedded) throw new Error('only the embedded service shows its database')
  return personas.service.embedded.sql
}
const countSessions = async (user: { id: string }) =>
  (
    await sql().unsafe(
      `select id::text from auth.sessions where user_id = $1
        union all select id::text from auth.refresh_tokens where user_id = $1`,
      [user.id],
    )
  ).length
const requestToken = (grant: string, body: object) =>
  personas.call(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body: JSON.stringify(body) })
const startRun = (user: { id: string }) =>
  personas.admin.rpc('start_run', {
    p_user: user.id,
    p_feature: 'quick',
    p_category: 'Hits',
    p_cost: 1,
    p_key: randomUUID(),
    p_ttl_seconds: 600,
  })

/** Ends an exclusion, so that the next round can start another one. */
const endExclusion = (user: User) =>
  sql().begin(async (transaction) => {
    // A replica's session fires no triggers, which would keep the row.
    await transaction.unsafe("set local session_replication_role = 'replica'")
    await transaction`delete from public.self_exclusions where user_id = ${user.id}`
  })

it.skipIf(process.env.SUPABASE_URL)(
  'a password change ends all other sessions while they are refreshed',
  // A deadlock does not happen in every attempt.
  { retry: 0 },
  async () => {
    const user = await personas.createUser()
    const devices = Array.from({ length: 20 }, () => ({ session: randomUUID(), token: randomUUID() }))
    for (const { session, token: secret } of devices) {
      await sql()`insert into auth.sessions (id, user_id) values (${session}, ${user.id})`
      await sql()`insert into auth.refresh_tokens (id, token, user_id, session_id)
        values (${randomUUID()}, ${secret}, ${user.id}, ${session})`
    }
    const refused = new Set<number>()
    let hasFailed = false
    /** Refreshes a session until it has ended, or its end has failed. */
    const keepRefreshing = async ({ token }: { token: string }) => {
      for (let next = token; !hasFailed; ) {
        const answer = await requestToken('refresh_token', { refresh_token: next })
        if (!answer.ok) return void refused.add(answer.status)
        next = ((await answer.json()) as { refresh_token: string }).refresh_token
      }
    }
    const refreshing = devices.map(keepRefreshing)
    const { error } = await user.client.auth.updateUser({
      password: 'another-password',
      current_password: user.password,
    })
    hasFailed = error !== null
    const left = await sql()`select id from auth.sessions where user_id = ${user.id}`
    await Promise.all(refreshing)
    expect(error).toBeNull()
    expect(left).toHaveLength(1)
    expect([...refused]).toEqual([400])
  },
)

describe.skipIf(process.env.SUPABASE_URL)('a self-exclusion', () => {
  it('waits for a refresh that locked its session first, and is refused when the session stays locked', async () => {
    const user = await personas.createUser()
    // A call of the client begins when it is awaited.
    const exclude = async () => await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 1 })
    const attempts = async () =>
      (
        await sql()`select from pg_stat_activity where query like '%self_exclude%' and wait_event_type = 'Lock'`
      ).length
    const outcome = await sql().begin(async (refresh) => {
      await refresh`select from auth.sessions where user_id = ${user.id} for update`
      const refused = await exclude()
      const waiting = exclude()
      await expect.poll(attempts).toBe(1)
      // The order of a hosted project. A wait that kept the account would be a deadlock.
      await refresh`select from auth.users where id = ${user.id} for no key update`
      return { refused, waiting: () => waiting }
    })
    expect([outcome.refused.status, outcome.refused.error?.message]).toEqual([
      503,
      expect.stringContaining('Try again'),
    ])
    expect((await outcome.waiting()).error).toBeNull()
    expect(await countSessions(user)).toBe(0)
  }, 30_000)

  it('is refused after three seconds when the account is locked while it waits for a session', async () => {
    const user = await personas.createUser()
    const began = performance.now()
    const elapsed = () => performance.now() - began
    await sql().begin(async (refresh) => {
      await refresh`select from auth.sessions where user_id = ${user.id} for update`
      const excluding = (async () =>
        await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 1 }))()
      await expect.poll(elapsed, { timeout: 5_000 }).toBeGreaterThan(2_000)
      await refresh`select from auth.users where id = ${user.id} for no key update`
      expect((await excluding).status).toBe(503)
    })
    expect(elapsed()).toBeLessThan(4_700)
  }, 30_000)

  it('leaves no session when tokens are refreshed at the same time', async () => {
    const user = await personas.createUser()
    const refusals = new Set<string>()
    let refreshed = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      // Sessions of five devices, inserted directly to avoid the password hash.
      const devices = Array.from({ length: 5 }, () => ({ session: randomUUID(), token: randomUUID() }))
      for (const { session, token: secret } of devices) {
        await sql()`insert into auth.sessions (id, user_id) values (${session}, ${user.id})`
        await sql()`insert into auth.refresh_tokens (id, token, user_id, session_id)
          values (${randomUUID()}, ${secret}, ${user.id}, ${session})`
      }
      const refresh = (device: { token: string }) =>
        requestToken('refresh_token', { refresh_token: device.token })
      // In every other round the exclusion meets refreshes that are under way, and waits for their transactions. In the
      // others the refreshes follow each other, so that the exclusion begins between two of them.
      const earlyRefreshes = devices.slice(0, round % 2 ? 3 : 1).map(refresh)
      if (round % 2) await Promise.race(earlyRefreshes)
      const refreshLater = async () => {
        const later = []
        for (const device of devices.slice(earlyRefreshes.length)) later.push(await refresh(device))
        return later
      }
      const [exclude, early, later] = await Promise.all([
        personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 1 }),
        Promise.all(earlyRefreshes),
        refreshLater(),
      ])
      expect(exclude.error).toBeNull()
      for (const answer of [...early, ...later]) {
        if (answer.ok) refreshed += 1
        else refusals.add(`${answer.status}`)
      }
      expect([round, await countSessions(user)]).toEqual([round, 0])
      await endExclusion(user)
    }
    // Both outcomes must occur; otherwise nothing raced.
    expect(refreshed).toBeGreaterThan(0)
    expect(refusals.size).toBeGreaterThan(0)
    expect([...refusals].every((status) => status.startsWith('4'))).toBe(true)
  }, 120_000)

  it('leaves no session when an e-mail link is opened at the same time', async () => {
    const user = await personas.createUser()
    let entered = 0
    let refused = 0
    const newLink = async () => {
      const hash = randomUUID().replaceAll('-', '')
      await sql()`update auth.users set recovery_token = ${hash}, recovery_sent_at = now() where id = ${user.id}`
      return hash
    }
    // An account that has followed no link would lose its address to the first one that is refused.
    await openLink(await newLink())
    for (let round = 0; round < ROUNDS; round += 1) {
      const hash = await newLink()
      const [answer, exclude] = await Promise.all([
        openLink(hash),
        personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 1 }),
      ])
      expect(exclude.error).toBeNull()
      const params = new URLSearchParams((answer.headers.get('location') ?? '').split('#')[1])
      if (params.has('access_token')) entered += 1
      else {
        refused += 1
        expect(params.get('error_description')).toContain('You excluded yourself until')
      }
      expect([round, await countSessions(user)]).toEqual([round, 0])
      await endExclusion(user)
    }
    expect(entered + refused).toBe(ROUNDS)
  }, 120_000)

  it('leaves no session when passwords are submitted at the same time', async () => {
    // A password check takes 70 ms, so there are fewer rounds, with ten attempts each.
    const user = await personas.createUser()
    const { email, password } = user
    for (let round = 0; round < ROUNDS / 20; round += 1) {
      const attempts = Array.from({ length: 10 }, () => requestToken('password', { email, password }))
      const first = await Promise.race(attempts)
      const [exclude] = await Promise.all([
        personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 1 }),
        ...attempts,
      ])
      expect(exclude.error).toBeNull()
      expect([200, 403]).toContain(first.status)
      expect([round, await countSessions(user)]).toEqual([round, 0])
      await endExclusion(user)
    }
  }, 120_000)
})

/** An account with a session and a pending e-mail link, inserted directly to avoid the password hash. */
async function createAccountWithLink() {
  const id = randomUUID()
  const session = randomUUID()
  const secret = randomUUID()
  const email = `u-${id}@example.com`
  const link = randomUUID().replaceAll('-', '')
  await sql()`insert into public.access_code_reservations (email, attested_21_at, reserved_until)
    values (${email}, now(), now() + interval '9 minutes')`
  await sql()`insert into auth.users (id, email, email_confirmed_at, recovery_token, recovery_sent_at)
    values (${id}, ${email}, now(), ${link}, now())`
  await sql()`insert into auth.sessions (id, user_id) values (${session}, ${id})`
  await sql()`insert into auth.refresh_tokens (id, token, user_id, session_id)
    values (${randomUUID()}, ${secret}, ${id}, ${session})`
  return { id, email, link, secret }
}
const deleteAccount = (user: { id: string; email: string }) =>
  personas.admin.rpc('delete_account', { p_user: user.id, p_email: user.email })
const openLink = (token: string) => {
  const signed = personas.service.embedded?.signMailToken(token)
  return fetch(`${personas.service.url}/auth/v1/verify?token=${signed}&type=magiclink`, {
    redirect: 'manual',
  })
}

describe.skipIf(process.env.SUPABASE_URL)('an account deletion', () => {
  it('leaves no rows of the account during concurrent calls', async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await createAccountWithLink()
      const { data: held } = await startRun(user)
      const picks = () => personas.admin.from('my_picks')
      const pick = (n: number) => ({
        id: `pick_${Date.now()}_abcd${n}`,
        user_id: user.id,
        player_name: 'X',
        sport: 'MLB',
      })
      await picks().insert(pick(0))
      const [first, deletion, ...others] = await Promise.all([
        startRun(user),
        deleteAccount(user),
        startRun(user),
        startRun(user),
        personas.admin.rpc('deliver_run', {
          p_run: held.id,
          p_user: user.id,
          p_picture: null,
          p_covers: ['a player'],
        }),
        personas.admin.rpc('release_run', { p_run: held.id, p_reason: 'a test' }),
        personas.admin.rpc('set_daily_limit', { p_user: user.id, p_limit: 3 }),
        picks().insert(pick(1)),
        picks().update({ player_name: 'Y' }).eq('user_id', user.id),
        requestToken('refresh_token', { refresh_token: user.secret }),
        openLink(user.link),
      ])
      expect([round, deletion.error, deletion.data]).toEqual([round, null, true])
      // Every call is done or refused, without a deadlock or another server error.
      for (const { status } of [first, ...others]) {
        expect(status).toBeLessThan(500)
        statuses.add(status)
      }
      const [remaining] = await sql()<{ count: number }[]>`
        select (select count(*) from auth.users where id = ${user.id})
          + (select count(*) from auth.sessions where user_id = ${user.id})
          + (select count(*) from auth.refresh_tokens where user_id = ${user.id})
          + (select count(*) from public.user_profiles where user_id = ${user.id})
          + (select count(*) from public.runs where user_id = ${user.id})
          + (select count(*) from public.run_deliveries where user_id = ${user.id})
          + (select count(*) from public.my_picks where user_id = ${user.id})
          + (select count(*) from public.credit_ledger where user_id = ${user.id})
          + (select count(*) from public.daily_limits where user_id = ${user.id}) as count`
      expect(Number(remaining?.count)).toBe(0)
    }
    // Both orders must occur; otherwise nothing raced.
    if (ALL_ORDERS) expect([...statuses]).toEqual(expect.arrayContaining([200, 404]))
  }, 120_000)
})
