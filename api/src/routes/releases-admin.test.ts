import { auditResponse, releasesResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, newRemote, OPERATOR_KEY, prove, publishRow } from '../testing/deploys.ts'
import { emptyUpstream } from '../testing/fake-deps.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { ADMIN_KEY: OPERATOR_KEY }, upstream: emptyUpstream })
})
afterAll(() => api?.close())

it('D1 an administrator reads, rolls back, halts and promotes releases, and the audit log names the actor', async () => {
  const name = newRemote()
  const person = await api.createUser()
  await publishRow(api, name, '1.0.0', { actor: 'suite' })
  await publishRow(api, name, '1.1.0', { actor: 'suite' })
  const at = (what: string) => `/api/remotes/${name}/${what}`
  expect((await call(api.url, 'GET', at('releases'), { key: person.token })).status).toBe(403)
  expect((await call(api.url, 'POST', at('rollback'), { key: person.token, body: {} })).status).toBe(403)

  await api.admin.rpc('grant_admin', { p_user: person.id })
  const read = await call(api.url, 'GET', at('releases'), { key: person.token })
  expect(releasesResponse.parse(read.body).rollout.live).toBe('1.1.0')
  const back = await call(api.url, 'POST', at('rollback'), {
    key: person.token,
    body: { message: 'rows were cut' },
  })
  expect(back).toMatchObject({ status: 200, body: { rollout: { live: '1.0.0' } } })

  // The admin page uses the cookie that it got in exchange for the key.
  const begun = await fetch(`${api.url}/api/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: OPERATOR_KEY }),
  })
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const byCookie = (what: string, body: object, headers: Record<string, string>) =>
    fetch(api.url + at(what), {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const ours = { 'sec-fetch-site': 'same-origin' }
  await publishRow(api, name, '1.2.0', { actor: 'suite', channel: 'canary', percent: 10 })
  const foreign = { 'sec-fetch-site': 'cross-site' }
  await prove(api.url, name, '1.2.0')
  expect((await byCookie('promote', {}, foreign)).status).toBe(403)
  expect((await byCookie('promote', {}, ours)).status).toBe(200)
  await publishRow(api, name, '1.3.0', { actor: 'suite', channel: 'canary', percent: 10 })
  expect((await byCookie('halt', {}, ours)).status).toBe(200)

  const { body } = await call(api.url, 'GET', `/api/admin/audit?search=${name}`, { key: person.token })
  const { entries } = auditResponse.parse(body)
  expect(entries.map(({ actor, action }) => `${actor}: ${action}`)).toEqual([
    'admin key: remote-halt',
    'admin key: remote-promote',
    `${person.email}: remote-rollback`,
  ])
  expect(entries[2]?.detail).toMatchObject({ version: '1.0.0', message: 'rows were cut' })

  await api.admin.from('admins').delete().eq('user_id', person.id)
  expect((await call(api.url, 'GET', at('releases'), { key: person.token })).status).toBe(403)
})
