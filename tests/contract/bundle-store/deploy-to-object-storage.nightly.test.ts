import {
  bundleOf,
  deploy,
  deployLive,
  newRemote,
  OPERATOR_KEY,
  startTestApi,
  type TestApi,
} from '@propsight/api/testing'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { startUpstreamProxy, type UpstreamProxy } from '../../support/faults/upstream-proxy.ts'
import { startApiProcess } from '../../support/product/api-process.ts'
import { startS3, type TestBucket } from '../../support/services/start-s3.ts'
import { waitUntil } from '../../support/wait-until.ts'

let s3: TestBucket
let storage: UpstreamProxy
let api: TestApi
let env: Record<string, string>
beforeAll(async () => {
  s3 = await startS3()
  storage = await startUpstreamProxy(s3.endpoint)
  env = {
    ...s3.variables,
    BUNDLES_S3_ENDPOINT: storage.url,
    ADMIN_KEY: OPERATOR_KEY,
    BUNDLES_MAX_REMOTE_MB: '1',
  }
  const databaseUrl = inject('contractDatabaseUrl')
  api = await startTestApi({ ...(databaseUrl ? { databaseUrl } : {}), env, instances: 2 })
})
afterEach(() => storage.heal())
afterAll(async () => {
  await api?.close()
  await storage?.close()
  await s3?.close()
})

const first = () => api.urls[0] ?? ''
const second = () => api.urls[1] ?? ''
const registry = async (url: string) => (await fetch(`${url}/api/remotes`)).text()
const file = (url: string, path: string) => fetch(`${url}/bundles/${path}`)

it('F2 a release stored by one instance is served by the other, also while object storage fails', async () => {
  const name = newRemote()
  expect(await deployLive(first(), bundleOf(name, '1.0.0'))).toMatchObject({ status: 201 })
  await waitUntil('the other instance lists the release', async () =>
    (await registry(second())).includes(`${name}/1.0.0`),
  )
  const before = await (await file(second(), `${name}/1.0.0/entry.js`)).text()
  expect(before).toContain('./remote')
  storage.set(/./, { kind: 'status', status: 500 })
  expect(await registry(second())).toContain(`${name}/1.0.0`)
  expect(await (await file(second(), `${name}/1.0.0/entry.js`)).text()).toBe(before)
  expect((await file(second(), `${name}/2.0.0/entry.js`)).status).toBe(503)
  expect(await deploy(first(), bundleOf(name, '2.0.0'))).toMatchObject({ status: 503 })
  storage.heal()
  expect(await deploy(first(), bundleOf(name, '2.0.0'))).toMatchObject({ status: 201 })
})

it('F2 an upload cut off by a killed instance publishes nothing, and repeating the deploy completes it', async () => {
  const name = newRemote()
  const bundle = bundleOf(name, '1.0.0')
  const firstAttempt = await startApiProcess({ ...env, EMBEDDED_DATABASE_URL: api.databaseUrl })
  storage.set(/static\/style\.css/, { kind: 'silence' })
  const exited = new Promise((done) => firstAttempt.process.once('exit', done))
  const unanswered = expect(deploy(firstAttempt.url, bundle)).rejects.toThrow()
  const entry = `${s3.endpoint}/propsight/bundles/${name}/1.0.0/entry.js`
  await waitUntil('a part of the release is stored', async () => (await fetch(entry)).ok)
  firstAttempt.process.kill('SIGKILL')
  await Promise.all([exited, unanswered])
  storage.heal()
  expect(await registry(first())).not.toContain(name)
  expect(await deploy(first(), bundle)).toMatchObject({ status: 201 })
  expect((await file(second(), `${name}/1.0.0/static/style.css`)).status).toBe(200)
})

it('F4 a deploy beyond the storage quota of its remote is refused with the used share', async () => {
  const name = newRemote()
  const large = (version: string) => bundleOf(name, version, { 'picture.png': '#'.repeat(600_000) })
  expect(await deploy(first(), large('1.0.0'))).toMatchObject({ status: 201 })
  expect(await deploy(first(), large('2.0.0'))).toMatchObject({
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('take 0.6 MB of 1 MB') },
  })
  expect((await file(first(), `${name}/2.0.0/picture.png`)).status).toBe(404)
  expect(await deploy(second(), large('1.0.0'))).toMatchObject({ status: 200 })
})
