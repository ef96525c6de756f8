import { randomBytes, randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlertRows } from '../alerts/alert-fixture.ts'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { saveForecastAndDeletedPick } from '../pick-fixtures.ts'
import { OWNED, SERVER_ONLY, TABLES, WRITTEN_BY_OWNER } from './table-access.ts'

/** Some functions that only the server may call. The test of the catalogue has the rights to all functions. */
const SERVER_FUNCTIONS: [name: string, body: object][] = [
  ['email_exists', { p_email: 'a@example.com' }],
  ['set_plan', { p_user: randomUUID(), p_plan: 'premium', p_reason: 'a test', p_actor: 'me' }],
  ['sweep_runs', {}],
]

let personas: Personas
let owner: User
let other: User
/** A self-excluded user and a deleted one: their tokens stay valid for up to an hour. */
let excludedUser: User
let deletedUser: User
/** One row of each table, the owner's row where rows have owners. */
const rows: Record<string, Record<string, unknown>> = {}

const newPick = (userId: string) => ({
  id: `pick_${Date.now()}_${randomUUID().slice(0, 8)}`,
  user_id: userId,
  player_name: 'Mateo Villareal',
  sport: 'MLB',
})

beforeAll(async () => {
  personas = await openPersonas()
  owner = await personas.createUser()
  other = await personas.createUser()
  const { admin } = personas
  const key = { p_user: owner.id, p_key: randomUUID(), p_ttl_seconds: 600 }
  const { data: run } = await admin.rpc('start_run', {
    ...key,
    p_feature: 'quick',
    p_category: 'Hits',
    p_cost: 1,
  })
  await admin.rpc('deliver_run', { p_run: run.id, p_user: owner.id, p_picture: null, p_covers: ['a'] })
  await personas.grantAdmin(owner.id)
  await admin
    .from('past_parlays')
    .insert({ user_id: owner.id, parlay_size: 2, overall_confidence: 60, picks: [] })
  await admin.rpc('store_contact_message', {
    p_id: randomUUID(),
    p_user: owner.id,
    p_name: 'Ada',
    p_email: owner.email,
    p_subject: 'bug',
    p_message: 'It is red',
    p_lease_seconds: 60,
  })
  await admin.from('my_picks').insert(newPick(owner.id))
  await saveForecastAndDeletedPick(admin, owner)
  await createRightsRows()
  const release = {
    name: 'contract-suite',
    version: `1.0.0-${randomUUID()}`,
    contract: '1.0',
    placement: null,
  }
  await admin.rpc('publish_release', {
    p_release: { ...release, entry: 'm.json', integrity: {}, preload: [], size: 1 },
  })
  await createRolloutRows(admin, release.name, release.version)
  await createOddsRows(admin)
  await createAlertRows(admin, owner)
  // Tests of deliveries must not claim this one.
  const { embedded } = personas.service
  if (embedded)
    await embedded.sql`update public.alert_deliveries set due_at = 'infinity' where user_id = ${owner.id}`
  if (embedded) await archiveRows(embedded.sql)
  for (const table of [...OWNED, ...WRITTEN_BY_OWNER] as const) {
    const { data } = await admin.from(table).select('*').eq('user_id', owner.id).limit(1).single()
    rows[table] = data
  }
  for (const table of SERVER_ONLY) {
    rows[table] = (await admin.from(table).select('*').limit(1).single()).data
  }
})
afterAll(() => personas?.close())

/** Creates a row in every table of user rights. */
async function createRightsRows() {
  excludedUser = await personas.createUser()
  deletedUser = await personas.createUser()
  const claims = JSON.parse(Buffer.from(owner.token.split('.')[1] ?? '', 'base64url').toString())
  await personas.admin.rpc('begin_admin_factor', { p_user: owner.id, p_secret: 'encrypted' })
  await personas.admin.rpc('confirm_admin_factor', {
    p_user: owner.id,
    p_session: claims.session_id,
    p_step: 1,
    p_hashes: [],
  })
  await personas.admin.rpc('begin_admin_session', { p_expires: '2030-01-01T00:00:00Z' })
  await personas.admin.rpc('set_daily_limit', { p_user: owner.id, p_limit: 15 })
  await personas.admin.rpc('self_exclude', { p_user: excludedUser.id, p_days: 7 })
  await personas.admin.rpc('delete_account', { p_user: deletedUser.id, p_email: deletedUser.email })
}

/** Copies rows of the owner into the archive, as if they were old. */
async function archiveRows(sql: postgres.Sql) {
  await sql`select public.add_archive_months(now(), now())`
  const copies = { credit_ledger: 'ledger', runs: 'runs', past_parlays: 'parlays', track_legs: 'legs' }
  for (const [table, archive] of Object.entries(copies))
    await sql`insert into ${sql(`public.archived_${archive}`)}
      select * from ${sql(`public.${table}`)} where user_id = ${owner.id} limit 1`
}

/** Creates a row in every table of odds. */
async function createOddsRows(admin: Personas['admin']) {
  const event = { id: randomUUID(), startsAt: '2026-07-18T23:05:00Z', day: '2026-07-18', gamePk: null }
  const quote = ['Hits', 'Mateo Villareal', null, null, 0.5, 'north', -150, 120, '2026-07-18T12:00:00Z']
  await admin.rpc('store_odds', {
    p_at: '2026-07-18T12:00:00Z',
    p_events: [{ ...event, home: 'BOS', away: 'NYY', stats: ['Hits'], books: {}, quotes: [quote] }],
  })
  await admin.rpc('reserve_odds_credits', {
    p_day: '2026-07-18',
    p_limit: 1,
    p_credits: 1,
    p_event: event.id,
    p_at: '2026-07-18T12:00:00Z',
  })
}

/** Creates a row in every table of rollouts. */
async function createRolloutRows(admin: Personas['admin'], name: string, version: string) {
  const hash = randomBytes(32).toString('hex')
  const { email } = owner
  await admin.rpc('begin_upload', { p_name: name, p_version: version, p_actor: 'suite', p_seconds: 600 })
  await admin.rpc('create_deploy_token', {
    p_name: name,
    p_label: 'a',
    p_hash: hash,
    p_days: 9,
    p_actor: 'suite',
  })
  await admin.rpc('use_deploy_token', { p_hash: hash, p_name: name, p_action: 'deploy' })
  await admin.rpc('record_served', { p_rows: [{ name, version, visitor: randomUUID(), source: 'a' }] })
  const load = { ticket: randomUUID(), name, version, outcome: 'ok', reporter: 'address:a', ms: 9 }
  await admin.rpc('record_loads', { p_rows: [load], p_min_failing: 9, p_max_rate: 1 })
  const thrown = { kind: 'error', error: 'Error', message: 'x', frames: [], route: '/', count: 1 }
  await admin.rpc('record_remote_errors', {
    p_rows: [{ name, version, shell: '1.0.0', fingerprint: 'a'.repeat(16), ...thrown }],
    p_max: 9,
    p_events: 0,
  })
  await admin.rpc('set_remote_webhook', { p_name: name, p_url: 'https://example.com/', p_actor: 'suite' })
  await admin.rpc('set_remote_config', {
    p_name: name,
    p_key: 'shown',
    p_setting: { value: true, audience: {} },
    p_actor: 'suite',
    p_message: '',
  })
  await admin.rpc('set_cohort_member', {
    p_cohort: 'beta',
    p_email: email,
    p_is_member: true,
    p_actor: 'suite',
  })
  await admin.rpc('set_developer', { p_email: email, p_granted: true })
}

const PERSONAS: [string, () => { token?: string }][] = [
  ['a visitor', () => ({})],
  ['the owner', () => ({ token: owner.token })],
  ['another user', () => ({ token: other.token })],
  ['a user who excluded themselves', () => ({ token: excludedUser.token })],
  ['a user who deleted their account', () => ({ token: deletedUser.token })],
]

const locateRow = (table: string) => {
  const { keys = [] } = TABLES[table] ?? {}
  const filter = keys.map((key) => `${key}=eq.${encodeURIComponent(String(rows[table]?.[key]))}`).join('&')
  return { keys, filter, at: `/rest/v1/${table}?${filter}` }
}

/** Every kind of write of the data service, on an existing row. */
const writes = (table: string): [string, string, RequestInit][] => {
  const { keys, at } = locateRow(table)
  const { protectedColumn = '' } = TABLES[table] ?? {}
  const body = JSON.stringify(rows[table])
  // The database generates numeric ids, and would reject a given one before it checks permissions.
  const insertBody = JSON.stringify({
    ...rows[table],
    ...(typeof rows[table]?.id === 'number' ? { id: undefined } : {}),
  })
  const change = JSON.stringify({ [protectedColumn]: rows[table]?.[protectedColumn] })
  const headers = { prefer: 'resolution=merge-duplicates' }
  return [
    ['insert', `/rest/v1/${table}`, { method: 'POST', body: insertBody }],
    ['insert many', `/rest/v1/${table}`, { method: 'POST', body: `[${insertBody},${insertBody}]` }],
    ['upsert', `/rest/v1/${table}?on_conflict=${keys}`, { method: 'POST', body: insertBody, headers }],
    ...(insertBody === body
      ? [['put', at, { method: 'PUT', body }] satisfies [string, string, RequestInit]]
      : []),
    ['update', at, { method: 'PATCH', body: change }],
    ['update all', `/rest/v1/${table}`, { method: 'PATCH', body: change }],
    ['delete', at, { method: 'DELETE' }],
    ['delete all', `/rest/v1/${table}`, { method: 'DELETE' }],
  ]
}
const readRow = async (table: string) => {
  const token = personas.service.secretKey
  return (await personas.call(locateRow(table).at, { token, headers: { apikey: token } })).json()
}

describe.each(PERSONAS)('%s', (name, credentials) => {
  it.each([...OWNED, ...SERVER_ONLY])('cannot write %s by any verb', async (table) => {
    const before = await readRow(table)
    expect(before).not.toEqual([])
    for (const [verb, path, init] of writes(table)) {
      const response = await personas.call(path, { ...init, ...credentials() })
      expect([verb, response.status]).toEqual([verb, name === 'a visitor' ? 401 : 403])
      expect(await response.json()).toMatchObject({ code: '42501' })
    }
    expect(await readRow(table)).toEqual(before)
  })

  it.each(OWNED)('reads only own rows of %s', async (table) => {
    const response = await personas.call(`/rest/v1/${table}?select=*`, credentials())
    if (name === 'a visitor') return expect(response.status).toBe(401)
    const visibleRows = await response.json()
    if (name.startsWith('a user who')) return expect(visibleRows).toEqual([])
    const ownId = name === 'the owner' ? owner.id : other.id
    expect(visibleRows.every((row: { user_id: string }) => row.user_id === ownId)).toBe(true)
    if (name === 'the owner') expect(visibleRows.length).toBeGreaterThan(0)
    return undefined
  })

  it.each(SERVER_ONLY)('cannot read %s', async (table) => {
    const response = await personas.call(`/rest/v1/${table}?select=*`, credentials())
    expect(response.status).toBe(name === 'a visitor' ? 401 : 403)
  })

  it.each(SERVER_FUNCTIONS)('cannot call the function %s', async (fn, body) => {
    const path = `/rest/v1/rpc/${fn}`
    const response = await personas.call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      ...credentials(),
    })
    expect([fn, response.status]).toEqual([fn, name === 'a visitor' ? 401 : 403])
    expect(await response.json()).toMatchObject({ code: '42501' })
  })
})

describe.each(WRITTEN_BY_OWNER)('%s', (table) => {
  it('refuses a visitor for every verb', async () => {
    expect((await personas.call(`/rest/v1/${table}?select=*`)).status).toBe(401)
    for (const [verb, path, init] of writes(table)) {
      expect([verb, (await personas.call(path, init)).status]).toEqual([verb, 401])
    }
  })

  it.each([
    ['another user', () => other],
    ['a user who excluded themselves', () => excludedUser],
    ['a user who deleted their account', () => deletedUser],
  ])('lets %s neither read nor change the row of its owner', async (_name, userOf) => {
    const before = await readRow(table)
    const { token } = userOf()
    const read = await personas.call(locateRow(table).at, { token })
    expect(read.ok ? await read.json() : []).toEqual([])
    for (const [, path, init] of writes(table)) await personas.call(path, { ...init, token })
    expect(await readRow(table)).toEqual(before)
  })

  it.each([
    ['a user who excluded themselves', () => excludedUser],
    ['a user who deleted their account', () => deletedUser],
  ])('refuses new rows of %s', async (_name, userOf) => {
    const body = JSON.stringify({ ...rows[table], user_id: userOf().id })
    const response = await personas.call(`/rest/v1/${table}`, { method: 'POST', body, token: userOf().token })
    expect(response.ok).toBe(false)
  })
})

describe('my_picks', () => {
  it('prevents another user from reading, changing, taking over and deleting a pick', async () => {
    const pick = rows.my_picks ?? {}
    const table = () => other.client.from('my_picks')
    expect((await table().select('*').eq('id', pick.id)).data).toEqual([])
    expect((await table().update({ player_name: 'X' }).eq('id', pick.id).select()).data).toEqual([])
    expect((await table().delete().eq('id', pick.id).select()).data).toEqual([])
    expect((await table().insert(newPick(owner.id))).error?.code).toBe('42501')
    const { error } = await table().upsert({ ...pick, player_name: 'X' }, { onConflict: 'user_id,id' })
    expect(error?.code).toBe('42501')
    expect(await readRow('my_picks')).toContainEqual(pick)
  })

  it('prevents an owner from assigning a pick to another user', async () => {
    const own = newPick(other.id)
    await other.client.from('my_picks').insert(own)
    const { error } = await other.client.from('my_picks').update({ user_id: owner.id }).eq('id', own.id)
    expect(error?.code).toBe('42501')
  })
})

describe('a token', () => {
  it.each([
    ['forged with another secret', (token: string) => `${token.split('.').slice(0, 2).join('.')}.c2ln`],
    [
      'without a signature',
      (token: string) => {
        const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none', typ: 'JWT' })}.${part({ ...claims, role: 'service_role' })}.`
      },
    ],
    ['that is malformed', () => 'nonsense'],
  ])('%s is refused', async (_, forge) => {
    const forged = { token: forge(owner.token) }
    expect((await personas.call('/rest/v1/user_profiles?select=*', forged)).status).toBe(401)
    const patch = { method: 'PATCH', body: '{"credits":9999}', ...forged }
    expect((await personas.call(`/rest/v1/user_profiles?user_id=eq.${owner.id}`, patch)).status).toBe(401)
  })

  it('gains no rights from user metadata', async () => {
    await owner.client.auth.updateUser({ data: { role: 'service_role', credits: 9999 } })
    await owner.client.auth.refreshSession()
    const { error } = await owner.client
      .from('user_profiles')
      .update({ credits: 9999 })
      .eq('user_id', owner.id)
    expect(error?.code).toBe('42501')
  })
})
