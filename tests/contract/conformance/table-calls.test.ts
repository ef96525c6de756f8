import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, byService, openProject, type Project } from './open-project.ts'

let project: Project
let user: Account
let other: Account
beforeAll(async () => {
  project = await openProject()
  user = await project.createAccount()
  other = await project.createAccount()
})
afterAll(() => project?.close())

const PICKS = '/rest/v1/my_picks'
const MINIMAL = { prefer: 'return=minimal' }
const newPick = (more = {}) => ({
  id: `pick_${Date.now()}_${randomUUID().slice(0, 8)}`,
  user_id: user.id,
  player_name: 'Ada Ace',
  sport: 'MLB',
  ...more,
})
const rows = (path: string, options: Parameters<Project['call']>[1] = {}) =>
  project.call(path, { as: user.token, ...options })
const insert = (body: unknown, prefer = MINIMAL.prefer) => rows(PICKS, { body, headers: { prefer } })

describe('select', () => {
  it('lists rows of the user only, by columns, filters, order and limit', async () => {
    const first = newPick({ player_name: 'Bo Base' })
    expect((await insert([first, newPick()])).status).toBe(201)
    const { status, body } = await rows(
      `${PICKS}?select=player_name&user_id=eq.${user.id}&order=player_name.desc&limit=1`,
    )
    expect([status, body]).toEqual([200, [{ player_name: 'Bo Base' }]])
    expect((await rows(`${PICKS}?select=id&id=in.(${first.id},none)`)).body).toEqual([{ id: first.id }])
    expect((await rows(`${PICKS}?select=id`, { as: other.token })).body).toEqual([])
  })

  it('gives one row as an object, and PGRST116 for none', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' }
    const path = '/rest/v1/user_profiles?select=email,credits'
    const one = await rows(`${path}&user_id=eq.${user.id}`, { headers })
    expect([one.status, one.body]).toEqual([200, { email: user.email, credits: expect.any(Number) }])
    const none = await rows(`${path}&user_id=eq.${randomUUID()}`, { headers })
    expect([none.status, none.body.code]).toEqual([406, 'PGRST116'])
  })

  it('of a visitor, and with a token that is none, is refused', async () => {
    expect((await project.call('/rest/v1/user_profiles?select=email')).status).toBe(401)
    expect((await project.call(`${PICKS}?select=id`, { as: 'a.b.c' })).status).toBe(401)
  })

  it('writes times with their zone, and numbers as numbers', async () => {
    const { body } = await rows('/rest/v1/user_profiles?select=created_at,credits')
    expect(body).toEqual([
      { created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/), credits: expect.any(Number) },
    ])
  })

  it('with a query that no client of the product sends is answered by a hosted project only', async () => {
    const { status } = await rows(`${PICKS}?select=id&player_name=ilike.a*`)
    expect(status).toBe(byService(project, 'operators', { hosted: 200, embedded: 400 }))
  })
})

describe('writes', () => {
  it('return nothing or the row', async () => {
    const pick = newPick()
    const minimal = await insert(pick)
    expect([minimal.status, minimal.body]).toEqual([201, ''])
    const shown = await insert(newPick(), 'return=representation')
    expect([shown.status, shown.body]).toEqual([201, [expect.objectContaining({ player_name: 'Ada Ace' })]])
    const updated = await rows(`${PICKS}?id=eq.${pick.id}`, {
      method: 'PATCH',
      body: { sport: 'NBA' },
      headers: MINIMAL,
    })
    expect([updated.status, updated.body]).toEqual([204, ''])
    const deleted = await rows(`${PICKS}?id=in.(${pick.id})`, { method: 'DELETE', headers: MINIMAL })
    expect([deleted.status, deleted.body]).toEqual([204, ''])
  })

  it('of a known key conflict, and merge by an upsert', async () => {
    const pick = newPick()
    expect((await insert(pick)).status).toBe(201)
    const conflict = await insert(pick)
    expect([conflict.status, conflict.body.code]).toEqual([409, '23505'])
    const merged = await rows(`${PICKS}?on_conflict=user_id,id`, {
      body: [{ ...pick, player_name: 'Cy Catch' }],
      headers: { prefer: 'resolution=merge-duplicates,return=minimal' },
    })
    expect([200, 201]).toContain(merged.status)
    expect((await rows(`${PICKS}?select=player_name&id=eq.${pick.id}`)).body).toEqual([
      { player_name: 'Cy Catch' },
    ])
  })

  it.each([
    ['a row of another account', () => insert(newPick({ user_id: other.id })), 403, '42501'],
    [
      'a column without a grant',
      () => rows(`/rest/v1/user_profiles?user_id=eq.${user.id}`, { method: 'PATCH', body: { credits: 9 } }),
      403,
      '42501',
    ],
    ['no value for a required column', () => insert(newPick({ player_name: null })), 400, '23502'],
    [
      'a value that no check accepts',
      () => insert(newPick({ player_name: 'x'.repeat(100_000) })),
      400,
      '23514',
    ],
    ['an unknown column', () => insert(newPick({ none: 1 })), 400, 'PGRST204'],
    ['an unknown table', () => rows('/rest/v1/none?select=id'), 404, 'PGRST205'],
  ])('of %s are refused', async (_, work, status, code) => {
    const answer = await work()
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'details', 'hint', 'message'])
  })
})

describe('rpc', () => {
  const call = (name: string, body: object, as: string) => project.call(`/rest/v1/rpc/${name}`, { body, as })

  it('returns a value, or nothing', async () => {
    const counted = await call('get_user_pick_count', {}, user.token)
    expect([counted.status, counted.body]).toEqual([200, expect.any(Number)])
    const { secretKey } = project.service
    const nothing = await call('check_email_change', { p_user: user.id, p_email: 'a@example.com' }, secretKey)
    expect(nothing.status).toBe(204)
  })

  it('raises PTxxx as a status with the text', async () => {
    const body = { p_user: user.id, p_days: 0 }
    const answer = await call('self_exclude', body, project.service.secretKey)
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'An exclusion lasts between a day and five years',
    ])
  })

  it('of an unknown function, or of one of the server, is refused', async () => {
    const unknown = await call('none_of_these', {}, user.token)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'PGRST202'])
    const foreign = await call('self_exclude', { p_user: other.id, p_days: 1 }, user.token)
    expect([foreign.status, foreign.body.code]).toEqual([403, '42501'])
  })

  it('of a user ends after a second, of which the service says the limit', async () => {
    expect((await project.call('/rest/v1/rpc/statement_limit', { body: {} })).body).toBe('1s')
  })
})

it('the documentation lists the differences that these calls have, and no other', async () => {
  const table = await readFile(join(import.meta.dirname, '../../../docs/hosted-differences.md'), 'utf8')
  const listed = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
  const sources = await Promise.all(
    ['auth-calls', 'table-calls'].map((name) =>
      readFile(join(import.meta.dirname, `${name}.test.ts`), 'utf8'),
    ),
  )
  const asserted = sources.join('').matchAll(/byService(?:<unknown>)?\(\s*project,\s*'([\w-]+)'/g)
  expect(listed.toSorted()).toEqual([...new Set([...asserted].map(([, name]) => name))].toSorted())
})
