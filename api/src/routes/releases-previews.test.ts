import { randomUUID } from 'node:crypto'
import {
  fallbacksResponse,
  previewLinkSchema,
  releasesResponse,
  rolloutsResponse,
} from '@propsight/shared/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, newRemote, OPERATOR_KEY, publishRow } from '../testing/deploys.ts'
import { shellRelease } from '../testing/releases.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { createVisitor, type TestVisitor } from '../testing/visitor.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { ADMIN_KEY: OPERATOR_KEY } })
})
afterAll(() => api?.close())

const HTML = { accept: 'text/html' }
const post = (path: string, body: object, key: string | undefined = OPERATOR_KEY) =>
  call(api.url, 'POST', `/api/remotes/${path}`, { ...(key && { key }), body })
const createLink = async (name: string, version: string) => {
  const answer = await post(`${name}/previews`, { version })
  expect(answer.status).toBe(201)
  return previewLinkSchema.parse(answer.body)
}
/** A remote with a live release and a release that no visitor gets. */
async function remoteWithCanary() {
  const name = newRemote()
  await publishRow(api, name, '1.0.0')
  await publishRow(api, name, '1.1.0', { channel: 'canary', percent: 0 })
  // The rows were written past the API, whose catalogue is cached for a second.
  await expect
    .poll(() => shownTo(createVisitor(api.url), name), { timeout: 10_000 })
    .toMatchObject({ version: '1.0.0' })
  return name
}
async function shownTo(visitor: TestVisitor, name: string) {
  const { remotes, preview } = await visitor.registry()
  return { version: remotes.find((entry) => entry.name === name)?.version, preview }
}
async function openedBy(name: string, version = '1.1.0') {
  const visitor = createVisitor(api.url)
  const { path } = await createLink(name, version)
  const answer = await visitor.get(`${path}&tab=2`, HTML)
  return { visitor, path, answer }
}

it('F2 a preview link shows a canary at 0 percent in the browser that opened it, and in no other', async () => {
  const name = await remoteWithCanary()
  const { visitor, path, answer } = await openedBy(name)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`/${name}?tab=2`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('set-cookie')).toMatch(
    /propsight-preview=[\w-]+\.[\w-]{43}; .*samesite=lax; httponly/,
  )
  expect(await shownTo(visitor, name)).toEqual({ version: '1.1.0', preview: { name, version: '1.1.0' } })

  const other = createVisitor(api.url)
  expect(await shownTo(other, name)).toEqual({ version: '1.0.0', preview: undefined })
  other.cookies.set('propsight-preview', visitor.cookies.get('propsight-preview') ?? '')
  expect(await shownTo(other, name)).toEqual({ version: '1.0.0', preview: undefined })
  expect(other.cookies.has('propsight-preview')).toBe(false)

  // Neither an image nor a frame of another page opens a preview.
  for (const destination of ['image', 'iframe']) {
    const framed = await createVisitor(api.url).get(path, { ...HTML, 'sec-fetch-dest': destination })
    expect([framed.status, framed.headers.get('set-cookie') ?? '']).toEqual([
      410,
      expect.not.stringContaining('preview'),
    ])
  }
})

it('F2 each release in the list has a permanent address, which shows it after a rollback, and none once it is removed', async () => {
  const name = newRemote()
  await publishRow(api, name, '1.0.0')
  await publishRow(api, name, '1.1.0')
  await post(`${name}/rollback`, {})
  const addresses = async () => {
    const { body } = await call(api.url, 'GET', `/api/remotes/${name}/releases`, { key: OPERATOR_KEY })
    return releasesResponse.parse(body).releases.map(({ version, state, permanentPath }) => ({
      version,
      state,
      permanentPath: permanentPath ?? '',
    }))
  }
  const [withdrawn, live] = await addresses()
  expect([withdrawn, live]).toMatchObject([
    { version: '1.1.0', state: 'withdrawn' },
    { version: '1.0.0', state: 'live' },
  ])
  const visitor = createVisitor(api.url)
  const opened = await visitor.get(withdrawn?.permanentPath ?? '', HTML)
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/${name}`])
  expect(await shownTo(visitor, name)).toMatchObject({ version: '1.1.0' })

  await post(`${name}/previews/revoke`, { version: '1.1.0' })
  // A release is read at most every two seconds.
  await expect
    .poll(async () => (await createVisitor(api.url).get(withdrawn?.permanentPath ?? '', HTML)).status, {
      timeout: 10_000,
    })
    .toBe(410)

  const { error } = await api.admin
    .from('remote_releases')
    .update({ removed_at: new Date().toISOString() })
    .match({ name, version: '1.1.0' })
  expect(error).toBeNull()
  expect(await addresses()).toMatchObject([{ state: 'removed', permanentPath: '' }, { state: 'live' }])
})

it('F2 a load in a preview is recorded for its release, judges none, and counts for no other remote', async () => {
  const name = await remoteWithCanary()
  const other = await remoteWithCanary()
  const { visitor } = await openedBy(name)
  const registry = await visitor.registry()
  const fallbacks = fallbacksResponse.parse(
    JSON.parse((await visitor.get(`/api/remotes/${other}/fallbacks`)).text),
  )
  const failures = [
    { name, version: '1.1.0', kind: 'exception' as const },
    { name: other, version: '1.0.0', kind: 'exception' as const },
  ]
  for (const { ticket } of [registry, fallbacks])
    expect(await visitor.report({ ...registry, ticket }, failures)).toBe(204)
  const releasesOf = async (each: string) =>
    (await call(api.url, 'GET', `/api/remotes/${each}/releases`, { key: OPERATOR_KEY })).body
  const nothing = { loads: { failed: 0 }, verdict: 'untested' }
  expect(await releasesOf(other)).toMatchObject({ releases: [nothing, nothing] })
  expect(await releasesOf(name)).toMatchObject({
    rollout: { canary: { version: '1.1.0' } },
    releases: [{ loads: { failed: 1 }, verdict: 'untested' }, nothing],
  })
})

it('F2 F5 a preview link shows the release in the previous, the live and the candidate shell', async () => {
  const name = await remoteWithCanary()
  // The database is that of the whole test run, in which other tests may release shells.
  const rollouts = async () => {
    const { body } = await call(api.url, 'GET', '/api/rollouts', { key: OPERATOR_KEY })
    return rolloutsResponse.parse(body).rollouts.find((rollout) => rollout.name === 'shell')
  }
  const publishShell = (version: string, options = {}) =>
    api.admin.rpc('publish_release', {
      p_release: { ...shellRelease, version },
      p_options: options,
    })
  const mark = randomUUID().slice(0, 8)
  await publishShell(`0.0.1-${mark}`)
  await publishShell(`0.0.2-${mark}`)
  await publishShell(`0.0.3-${mark}`, { channel: 'canary', percent: 0 })
  const { live, previous, canary } = (await rollouts()) ?? {}
  expect([live, previous, canary?.version]).toEqual(['2', '1', '3'].map((count) => `0.0.${count}-${mark}`))

  // The database was changed without the API, which reads its registry at least once a second.
  await expect
    .poll(async () => (await createVisitor(api.url).registry()).shell, { timeout: 10_000 })
    .toEqual({ version: live })

  const token = await post(`${name}/tokens`, { label: 'ci', days: 1 })
  const { token: own } = token.body as { token: string }
  for (const [shell, version] of [
    ['previous', previous],
    ['live', live],
    ['candidate', canary?.version],
  ]) {
    const created = await post(`${name}/previews`, { version: '1.1.0', shell }, own)
    const link = previewLinkSchema.parse(created.body)
    expect(link.shell).toBe(version)
    const visitor = createVisitor(api.url)
    expect((await visitor.get(link.path, HTML)).status).toBe(303)
    expect(await shownTo(visitor, name)).toEqual({ version: '1.1.0', preview: { name, version: '1.1.0' } })
    expect((await visitor.registry()).shell).toEqual({ version })
    expect((await createVisitor(api.url).registry()).shell).toEqual({ version: live })
  }

  await post('shell/halt', {})
  const none = await post(`${name}/previews`, { version: '1.1.0', shell: 'candidate' })
  expect([none.status, none.body]).toMatchObject([409, { message: 'There is no candidate shell' }])
  const ofShell = await post('shell/previews', { version: `0.0.1-${mark}`, shell: 'live' })
  expect(ofShell.status).toBe(400)
})

it('F2 a preview ends when the visitor leaves it, when its links are revoked, and when its release is halted', async () => {
  const name = await remoteWithCanary()
  const left = await openedBy(name)
  expect((await left.visitor.send('DELETE', '/api/preview', undefined)).status).toBe(204)
  expect(await shownTo(left.visitor, name)).toEqual({ version: '1.0.0', preview: undefined })

  const revoked = await openedBy(name)
  expect((await post(`${name}/previews/revoke`, { version: '1.1.0' })).status).toBe(204)
  await expect
    .poll(() => shownTo(revoked.visitor, name), { timeout: 10_000 })
    .toMatchObject({ version: '1.0.0' })
  const again = await createVisitor(api.url).get(revoked.path, HTML)
  expect(again.status).toBe(410)
  expect(again.text).toContain('This preview has ended')
  const { body } = await call(api.url, 'GET', `/api/remotes/${name}/releases`, { key: OPERATOR_KEY })
  const event = expect.objectContaining({ action: 'preview-revoke', version: '1.1.0', actor: 'operator' })
  expect(body).toMatchObject({ events: expect.arrayContaining([event]) })

  const halted = await openedBy(name)
  expect(await shownTo(halted.visitor, name)).toMatchObject({ version: '1.1.0' })
  expect((await post(`${name}/halt`, {})).status).toBe(200)
  await expect
    .poll(() => shownTo(halted.visitor, name), { timeout: 10_000 })
    .toMatchObject({ version: '1.0.0' })
  expect((await post(`${name}/previews`, { version: '1.1.0' })).status).toBe(404)
})

it('F2 preview links are created with rights for the remote, and for releases that exist', async () => {
  const name = await remoteWithCanary()
  expect((await post(`${name}/previews`, { version: '1.1.0' }, '')).status).toBe(401)
  expect((await post(`${name}/previews`, { version: '9.9.9' })).status).toBe(404)
  expect((await post(`${name}/previews`, { version: '1.1.0', days: 365 })).status).toBe(400)
  expect((await post(`${name}/previews/revoke`, { version: '9.9.9' })).status).toBe(404)
  const token = await post(`${newRemote()}/tokens`, { label: 'ci', days: 1 })
  const { token: foreign } = token.body as { token: string }
  expect((await post(`${name}/previews`, { version: '1.1.0' }, foreign)).status).toBe(403)
  for (const text of ['x', 'a.b', encodeURIComponent('<script>')])
    expect((await createVisitor(api.url).get(`/${name}?preview=${text}`, HTML)).status).toBe(410)
})
