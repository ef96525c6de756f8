import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { serveEmbeddedSupabase, type TestSupabase } from '../../../support/services/test-supabase.ts'
import { ADULT, openPersonas, type Personas, type User } from '../persona-clients.ts'

/** A hosted project is limited by its own settings (docs/deploying.md). */
describe.skipIf(process.env.SUPABASE_URL)('table requests of one user', () => {
  let personas: Personas
  let user: User
  beforeAll(async () => {
    personas = await openPersonas()
    user = await personas.createUser()
    const pick = { id: `pick_${Date.now()}_abcdef`, player_name: 'Mateo Villareal', sport: 'MLB' }
    expect((await user.client.from('my_picks').insert(pick)).error).toBeNull()
  })
  afterAll(() => personas?.close())

  const get = async (path: string, init: RequestInit = {}) => {
    const response = await personas.call(`/rest/v1/${path}`, { token: user.token, ...init })
    return { status: response.status, text: await response.text() }
  }
  const BACK_REFERENCE = encodeURIComponent('(.{6,}).*(.{6,}).*\\1.*\\2')

  it.each([
    ...[
      'match',
      'imatch',
      'like',
      'ilike',
      'not.match',
      'like(any)',
      'match(all)',
      'fts',
      'plfts',
      'wfts',
    ].map((operator) => `my_picks?reasoning=${operator}.${BACK_REFERENCE}`),
    'my_picks?pick=cs.{}',
    'my_picks?pick=cd.{}',
    'my_picks?pick=ov.{}',
    'my_picks?id=eq(any).{a,b}',
    'my_picks?id=isdistinct.a',
    `my_picks?or=(reasoning.match.${BACK_REFERENCE},id.eq.a)`,
    `my_picks?and=(or(reasoning.match.${BACK_REFERENCE}))`,
    `my_picks?not.or=(reasoning.match.${BACK_REFERENCE})`,
    `my_picks?user_profiles.or=(email.match.${BACK_REFERENCE})`,
    `my_picks?pick->>text=match.${BACK_REFERENCE}`,
    'my_picks?pick->>text=eq.a',
    'user_profiles?select=user_id,credit_ledger(id,user_profiles(user_id,credit_ledger(id)))',
    'credit_ledger?select=id,user_profiles(user_id)',
    'credit_ledger?select=id,...user_profiles(user_id)',
    'credit_ledger?select=id,owner:user_profiles(user_id)',
    'credit_ledger?select=id,user_profiles!inner(user_id)',
    'credit_ledger?select=id&user_profiles.email=eq.a',
    'credit_ledger?select=id&order=user_profiles(email)',
    `my_picks?select=${Array(500).fill('pick').join(',')}`,
    'my_picks?select=*,pick',
    'my_picks?select=text:pick',
    'my_picks?select=pick->>text',
    'my_picks?select=pick::text',
    'my_picks?select=count()',
    'my_picks?select=size_bytes.sum()',
    `my_picks?order=${Array(50).fill('pick.desc').join(',')}`,
    'my_picks?order=pick->>text',
    'my_picks?limit=1e9',
    `my_picks?${Array.from({ length: 40 }, (_, index) => `id=neq.${index}`).join('&')}`,
    `rpc/get_user_pick_count?select=${encodeURIComponent('a(b(c))')}`,
  ])('are refused for a query that no client sends: %s', async (path) => {
    const { status, text } = await get(path)
    expect([status, JSON.parse(text).message]).toEqual([
      400,
      'The query cannot be read: only plain columns, comparisons and orders are available',
    ])
  })

  it.each([
    'text/csv',
    'application/vnd.pgrst.plan+json',
    'application/geo+json',
    'application/octet-stream',
  ])('are refused the format %s', async (accept) => {
    expect((await get('my_picks?select=*', { headers: { accept } })).status).toBe(406)
  })

  it.each([
    'application/json, text/csv',
    'text/csv, application/json',
    'text/csv;q=1, */*;q=0.1',
    'text/csv, application/octet-stream, application/*',
  ])('of which CSV is one accepted type are answered with JSON (%s)', async (accept) => {
    for (const method of ['GET', 'POST']) {
      const call = method === 'GET' ? 'my_picks?select=id' : 'rpc/get_user_pick_count'
      const response = await personas.call(`/rest/v1/${call}`, {
        token: user.token,
        method,
        headers: { accept },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ])
      await response.json()
    }
  })

  it.each([
    'my_picks?select=*&expires_at=gt.2020-01-01T00:00:00Z&order=created_at.desc',
    'my_picks?select=id,created_at&limit=10&offset=0&order=created_at.desc.nullslast,id.asc',
    'my_picks?id=in.(%22a%22,%22b%22)&sport=not.eq.MLB',
    'track_legs?select=*&parlay_id=is.null&promised_at=gt.2020-01-01',
    'user_profiles?select=user_id,credits',
    `my_picks?select=id&id=in.(${Array.from({ length: 100 }, () => `pick_1795200000000_${randomUUID().slice(0, 8)}`).join(',')})`,
  ])('are answered for a query of a client: %s', async (path) => {
    expect((await get(path)).status).toBe(200)
  })

  it('may ask for a count and a range of their own rows', async () => {
    const counted = await user.client.from('my_picks').select('*', { count: 'exact' }).range(0, 9)
    expect([counted.error, counted.count]).toEqual([null, 1])
  })

  describe('with a slow statement', { timeout: 120_000 }, () => {
    let service: TestSupabase
    let name: string
    const slow = (token: string) =>
      fetch(`${service.url}/rest/v1/rpc/slow_statement`, {
        method: 'POST',
        headers: {
          apikey: service.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: '{}',
      })
    const signUp = async (email: string) => {
      const call = (path: string, body: object, key: string) =>
        fetch(service.url + path, {
          method: 'POST',
          headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const place = { p_code: null, p_email: email, p_date_of_birth: ADULT, p_legal_version: null }
      expect((await call('/rest/v1/rpc/reserve_place', place, service.secretKey)).status).toBe(200)
      const created = await call(
        '/auth/v1/signup',
        { email, password: 'a-long-password' },
        service.publishableKey,
      )
      return (await created.json()).access_token as string
    }
    const profile = (token: string) =>
      fetch(`${service.url}/rest/v1/user_profiles?select=credits`, {
        headers: { apikey: service.publishableKey, authorization: `Bearer ${token}` },
      })

    beforeAll(async () => {
      const server = inject('contractDatabaseUrl')
      name = `queries_${randomUUID().replaceAll('-', '')}`
      const root = postgres(server, { max: 1, onnotice: () => {} })
      await root.unsafe(`create database ${name}`)
      await root.end()
      const url = Object.assign(new URL(server), { pathname: name }).href
      await serveEmbeddedSupabase(url).then((first) => first.close())
      const sql = postgres(url, { max: 1, onnotice: () => {} })
      await sql.unsafe(`create function public.slow_statement() returns int language plpgsql
        as $$ begin perform pg_sleep(30); return 1; end $$`)
      await sql.end()
      // Reads the catalogue again, with the function.
      service = await serveEmbeddedSupabase(url, { callMs: 10_000 })
    }, 120_000)
    afterAll(async () => {
      await service?.close()
      const root = postgres(inject('contractDatabaseUrl'), { max: 1, onnotice: () => {} })
      await root.unsafe(`drop database if exists ${name} with (force)`)
      await root.end()
    })

    const sql = () => {
      if (!service.embedded) throw new Error('no embedded service')
      return service.embedded.sql
    }

    it('end at the time limit of the role', async () => {
      const roles = await sql()<{ rolname: string; rolconfig: string[] }[]>`
        select rolname::text, rolconfig from pg_roles where rolname in ('anon', 'authenticated') order by 1`
      expect(roles).toMatchObject([
        { rolname: 'anon', rolconfig: ['statement_timeout=1s'] },
        { rolname: 'authenticated', rolconfig: ['statement_timeout=1s'] },
      ])
      const token = await signUp(`a-${randomUUID()}@example.com`)
      const answer = await slow(token)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.json()).toMatchObject({ code: '57014' })
    })

    it('keep their connection after the time limit', async () => {
      const token = await signUp(`f-${randomUUID()}@example.com`)
      const backends = async () =>
        (
          await sql()<{ pid: number }[]>`select pid from pg_stat_activity
            where datname = current_database() and backend_type = 'client backend' order by 1`
        ).map(({ pid }) => pid)
      await slow(token)
      const before = await backends()
      for (let round = 0; round < 3; round += 1) expect((await slow(token)).status).toBe(503)
      expect(await backends()).toEqual(before)
    })

    it('take one connection at most, and leave the others to other users, sign-in and the server', async () => {
      const attacker = await signUp(`b-${randomUUID()}@example.com`)
      const other = await signUp(`c-${randomUUID()}@example.com`)
      const running = async () =>
        (
          await sql()<{ count: number }[]>`select count(*)::int as count from pg_stat_activity
            where datname = current_database() and state = 'active' and query ilike '%slow_statement%'
              and pid <> pg_backend_pid()`
        )[0]?.count ?? 0
      let attacking = true
      const statuses: number[] = []
      const attack = Array.from({ length: 30 }, async () => {
        while (attacking) statuses.push((await slow(attacker)).status)
      })
      const seen: number[] = []
      for (let round = 0; round < 10; round += 1) {
        seen.push(await running())
        expect((await profile(other)).status).toBe(200)
        expect((await signUp(`d-${randomUUID()}@example.com`)).length).toBeGreaterThan(20)
      }
      attacking = false
      await Promise.all(attack)
      expect(Math.max(...seen)).toBe(1)
      // Of a statement that took too long, and of a request that waited too long for the connection.
      expect(new Set(statuses)).toEqual(new Set([503]))
    })

    it('with a forged token take no connection', async () => {
      const victim = await signUp(`e-${randomUUID()}@example.com`)
      const [header = '', payload = ''] = victim.split('.')
      const forged = `${header}.${payload}.${'A'.repeat(43)}`
      const answers = await Promise.all(Array.from({ length: 60 }, () => slow(forged)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
      expect((await profile(victim)).status).toBe(200)
    })
  })
})
