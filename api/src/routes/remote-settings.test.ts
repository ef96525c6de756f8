import {
  type ConfigDeclaration,
  cohortsResponse,
  configResponse,
  previewLinkSchema,
  type Registry,
  releasesResponse,
  remoteDeclarationSchema,
} from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleOf, call, deploy, deployPartOf, newRemote, OPERATOR_KEY } from '../testing/deploys.ts'
import { analysisRelease } from '../testing/releases.ts'
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts'
import { createVisitor } from '../testing/visitor.ts'

let api: TestApi
let user: TestUser
let other: TestUser
beforeAll(async () => {
  api = await startTestApi({
    env: { ADMIN_KEY: OPERATOR_KEY, TRUST_PROXY: '1', REGION_HEADER: 'cf-ipcountry' },
  })
  user = await api.createUser()
  other = await api.createUser()
})
afterAll(() => api?.close())

const DECLARED: ConfigDeclaration = {
  shown: { type: 'boolean', default: false },
  limit: { type: 'integer', default: 10, minimum: 1, maximum: 50 },
  theme: { type: 'string', default: 'plain', enum: ['plain', 'bold'] },
}

async function publish(name: string, version: string, options: object = {}, configSchema: object = DECLARED) {
  const placement = { mount: 'overlay', title: name }
  const { error } = await api.admin.rpc('publish_release', {
    p_release: { ...analysisRelease, name, version, placement, configSchema },
    p_options: options,
  })
  if (error) throw new Error(error.message)
}
/** A remote that is live with `DECLARED`, and its deploy token. */
async function createRemote() {
  const name = newRemote()
  await publish(name, '1.0.0')
  const { body } = await call(api.url, 'POST', `/api/remotes/${name}/tokens`, {
    key: OPERATOR_KEY,
    body: { label: 'team' },
  })
  const { token } = body as { token: string }
  const set = (change: object, key: string | undefined = token) =>
    call(api.url, 'POST', `/api/remotes/${name}/config`, { ...(key && { key }), body: change })
  return { name, token, set }
}
const entryOf = ({ remotes }: Registry, name: string) => remotes.find((remote) => remote.name === name)
/** What a browser gets, signed in or not, for its first page load and for its next registry. */
const asks = async (
  name: string,
  { token }: { token?: string } = {},
  headers: Record<string, string> = {},
) => {
  const visitor = createVisitor(api.url)
  const { text } = await visitor.get('/api/remotes', {
    ...headers,
    ...(token && { authorization: `Bearer ${token}` }),
  })
  return { entry: entryOf(JSON.parse(text), name), visitor }
}
const configFor = async (name: string, asker?: { token: string }, headers = {}) =>
  (await asks(name, asker, headers)).entry?.config
const DEFAULTS = { shown: false, limit: 10, theme: 'plain' }
const cohort = (method: string, name: string, email: string, key: string | undefined = OPERATOR_KEY) =>
  call(api.url, method, `/api/cohorts/${name}`, { ...(key && { key }), body: { email } })

describe('F2 the configuration of a remote', () => {
  it('has a value that a new release does not accept: the report of its deploy warns', async () => {
    const { name, token, set } = await createRemote()
    expect((await set({ key: 'limit', value: 20 })).status).toBe(204)
    const bundle = bundleOf(name, '1.1.0')
    const declaration = remoteDeclarationSchema.parse(deployPartOf(bundle).declaration)
    const config: ConfigDeclaration = { limit: { type: 'integer', default: 5, maximum: 10 } }
    const more = { declaration: { ...declaration, contract: '1.6', config }, dryRun: true }
    const { deployed } = await deploy(api.url, bundle, more, token)
    expect(deployed?.report.findings).toContainEqual({
      check: 'manifest',
      level: 'warning',
      message: expect.stringMatching(/'limit' is set to 20, .*an integer to 10: .* default 5/),
    })
    expect(deployed?.report.ok).toBe(true)
  })

  it('has its defaults, then the values that its deploy token sets, and leaves a trace', async () => {
    const { name, token, set } = await createRemote()
    await expect.poll(() => configFor(name), { timeout: 5_000 }).toEqual(DEFAULTS)
    expect((await set({ key: 'limit', value: 20, message: 'playoffs' })).status).toBe(204)
    expect(await configFor(name)).toEqual({ ...DEFAULTS, limit: 20 })
    const { body } = await call(api.url, 'GET', `/api/remotes/${name}/config`, { key: token })
    expect(configResponse.parse(body)).toMatchObject({
      declared: DECLARED,
      values: [{ key: 'limit', value: 20, audience: {}, updatedBy: expect.stringContaining('team') }],
    })
    expect((await set({ key: 'limit', value: null })).status).toBe(204)
    expect(await configFor(name)).toEqual(DEFAULTS)
    expect((await set({ key: 'limit', value: null })).status).toBe(404)
    const { body: history } = await call(api.url, 'GET', `/api/remotes/${name}/releases`, { key: token })
    expect(releasesResponse.parse(history).events.slice(0, 2)).toMatchObject([
      { action: 'config-remove', message: 'limit' },
      { action: 'config-set', message: 'limit = 20 playoffs' },
    ])
  })

  it('takes only what the live and the canary release declare and accept', async () => {
    const { name, set } = await createRemote()
    for (const [key, value, message] of [
      ['limit', 51, 'an integer from 1 to 50'],
      ['limit', 1.5, 'an integer'],
      ['limit', '20', 'an integer'],
      ['shown', 'yes', 'true or false'],
      ['theme', 'loud', 'one of plain, bold'],
      ['unknown', true, "declares no 'unknown'"],
    ])
      expect(await set({ key, value })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(String(message)) },
      })
    for (const body of [
      { key: 'Limit', value: 1 },
      { key: 'shown', value: true, audience: { moon: 'full' } },
    ])
      expect((await set(body)).status).toBe(400)
    await publish(
      name,
      '1.1.0',
      { channel: 'canary', percent: 0 },
      { limit: { ...DECLARED.limit, maximum: 15 } },
    )
    expect(await set({ key: 'limit', value: 20 })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('1.1.0') },
    })
    // A release that accepts a value no more gets its default.
    expect((await set({ key: 'limit', value: 12 })).status).toBe(204)
    await publish(name, '1.2.0', {}, { limit: { type: 'integer', default: 3, maximum: 5 } })
    await expect.poll(() => configFor(name), { timeout: 5_000 }).toEqual({ limit: 3 })
  })

  it('is neither read nor changed with another token, a session or nothing', async () => {
    const { name, set } = await createRemote()
    const { token: foreign } = await createRemote()
    const path = `/api/remotes/${name}/config`
    for (const [key, status] of [
      [foreign, 403],
      [user.token, 403],
      [undefined, 401],
    ] as const) {
      const change = { ...(key && { key }), body: { key: 'shown', value: true } }
      expect((await call(api.url, 'POST', path, change)).status).toBe(status)
      expect((await call(api.url, 'GET', path, key ? { key } : {})).status).toBe(status)
      const { status: cohorts } = await call(api.url, 'GET', '/api/cohorts', key ? { key } : {})
      expect([401, 403]).toContain(cohorts)
      const added = { ...(key && { key }), body: { email: user.email } }
      expect([401, 403]).toContain((await call(api.url, 'PUT', '/api/cohorts/beta', added)).status)
    }
    expect(await set({ key: 'shown', value: true })).toMatchObject({ status: 204 })
  })
})

describe('F2 a flag', () => {
  it('is on for a member of its cohort from the next request on, and no browser sees the members', async () => {
    const { name, set } = await createRemote()
    expect((await set({ key: 'shown', value: true, audience: { cohort: ['testers'] } })).status).toBe(204)
    expect(await configFor(name, user)).toEqual(DEFAULTS)
    expect((await cohort('PUT', 'testers', user.email)).status).toBe(204)
    await expect.poll(() => configFor(name, user), { timeout: 5_000 }).toEqual({ ...DEFAULTS, shown: true })
    expect(await configFor(name, other)).toEqual(DEFAULTS)
    expect(await configFor(name)).toEqual(DEFAULTS)
    const { text } = await createVisitor(api.url).get('/api/remotes', {
      authorization: `Bearer ${user.token}`,
    })
    expect(text).not.toContain('testers')
    const { body } = await call(api.url, 'GET', '/api/cohorts', { key: OPERATOR_KEY })
    expect(cohortsResponse.parse(body).cohorts.find((each) => each.name === 'testers')).toMatchObject({
      members: [{ email: user.email }],
    })
    expect((await cohort('DELETE', 'testers', user.email)).status).toBe(204)
    expect((await cohort('DELETE', 'testers', user.email)).status).toBe(404)
    expect((await cohort('PUT', 'testers', 'absent@example.com')).status).toBe(404)
    await expect.poll(() => configFor(name, user), { timeout: 5_000 }).toEqual(DEFAULTS)
  })

  it('follows the account to page loads without a token, and ends with the sign-out', async () => {
    const { name, set } = await createRemote()
    await set({ key: 'shown', value: true, audience: { role: 'user' } })
    const { entry, visitor } = await asks(name, user)
    expect(entry?.config).toMatchObject({ shown: true })
    const fallbacks = JSON.parse((await visitor.get(`/api/remotes/${name}/fallbacks`)).text)
    expect(fallbacks).toMatchObject({ releases: [] })
    const cookie = visitor.cookies.get('propsight-account') ?? ''
    expect(cookie).toContain(user.id)
    // An expired token, which the page renews, changes nothing.
    await visitor.get('/api/remotes', { authorization: 'Bearer expired' })
    expect(visitor.cookies.get('propsight-account')).toBe(cookie)
    const thief = createVisitor(api.url)
    thief.cookies.set('propsight-account', cookie)
    expect(entryOf(await thief.registry(), name)?.config).toEqual(DEFAULTS)
    expect(entryOf(await visitor.registry(), name)?.config).toEqual(DEFAULTS)
    expect(visitor.cookies.has('propsight-account')).toBe(false)
  })

  it('depends on plan and region', async () => {
    const { name, set } = await createRemote()
    await set({ key: 'shown', value: true, audience: { region: ['US'] } })
    await set({ key: 'theme', value: 'bold', audience: { plan: ['premium'] } })
    await api.admin.from('user_profiles').update({ plan: 'premium' }).eq('user_id', other.id)
    await expect
      .poll(() => configFor(name, other), { timeout: 5_000 })
      .toEqual({ ...DEFAULTS, theme: 'bold' })
    const at = (region: string) => configFor(name, undefined, { 'cf-ipcountry': region })
    expect(await at('us-nj')).toEqual({ ...DEFAULTS, shown: true })
    // A proxy appends to what the client sent.
    expect(await at('US, FR')).toEqual(DEFAULTS)
  })
})

describe('F2 a canary', () => {
  it('is given to an audience, which continues with another one', async () => {
    const { name } = await createRemote()
    await cohort('PUT', 'pilots', user.email)
    const options = { channel: 'canary', percent: 100, audience: { cohort: ['pilots'] } }
    await publish(name, '2.0.0', options)
    const versionFor = async (asker?: { token: string }) => (await asks(name, asker)).entry?.version
    await expect.poll(() => versionFor(user), { timeout: 5_000 }).toBe('2.0.0')
    expect(await versionFor(other)).toBe('1.0.0')
    await publish(name, '2.0.0', { ...options, audience: { role: 'user' } })
    await expect.poll(() => versionFor(other), { timeout: 5_000 }).toBe('2.0.0')
    expect(await versionFor()).toBe('1.0.0')
  })
})

describe('F2 a preview link', () => {
  it('shows values that no other browser gets, and refuses those that its release does not accept', async () => {
    const { name, token } = await createRemote()
    const create = (body: object) =>
      call(api.url, 'POST', `/api/remotes/${name}/previews`, { key: token, body })
    expect((await create({ version: '1.0.0', config: { limit: 0 } })).status).toBe(400)
    const { body } = await create({ version: '1.0.0', config: { limit: 30 } })
    const visitor = createVisitor(api.url)
    await visitor.get(previewLinkSchema.parse(body).path, { accept: 'text/html' })
    expect(entryOf(await visitor.registry(), name)?.config).toEqual({ ...DEFAULTS, limit: 30 })
    await expect.poll(() => configFor(name), { timeout: 5_000 }).toEqual(DEFAULTS)
  })

  it('without an end shows a release also after it was rolled back, until it is revoked', async () => {
    const { name, token } = await createRemote()
    await publish(name, '1.1.0')
    const create = (days: number | null) =>
      call(api.url, 'POST', `/api/remotes/${name}/previews`, { key: token, body: { version: '1.1.0', days } })
    const { body } = await create(null)
    const link = previewLinkSchema.parse(body)
    expect(link.expiresAt).toBeNull()
    await call(api.url, 'POST', `/api/remotes/${name}/rollback`, { key: token, body: {} })
    expect((await create(7)).status).toBe(404)
    const shown = async () => {
      const visitor = createVisitor(api.url)
      await visitor.get(link.path, { accept: 'text/html' })
      return entryOf(await visitor.registry(), name)?.version
    }
    await expect.poll(shown, { timeout: 5_000 }).toBe('1.1.0')
    const revoked = { key: token, body: { version: '1.1.0' } }
    await call(api.url, 'POST', `/api/remotes/${name}/previews/revoke`, revoked)
    await expect.poll(shown, { timeout: 5_000 }).toBe('1.0.0')
  })
})
