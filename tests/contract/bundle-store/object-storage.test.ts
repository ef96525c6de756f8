import { openNamedBundleStore } from '@propsight/api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startUpstreamProxy, type UpstreamProxy } from '../../support/faults/upstream-proxy.ts'
import { startS3, type TestBucket } from '../../support/services/start-s3.ts'
import { bundleFiles, claim, SOURCE_FILE } from './bundle-store-suite.ts'

const release = { name: 'picks', version: '1.0.0-abc' }
const PATH = 'picks/1.0.0-abc/static/js/a.js'

let s3: TestBucket
let storage: UpstreamProxy
beforeAll(async () => {
  s3 = await startS3()
  storage = await startUpstreamProxy(s3.endpoint)
})
afterAll(async () => {
  await storage?.close()
  await s3?.close()
})
let prefix: string
let tests = 0
beforeEach(() => {
  tests += 1
  prefix = `bundles/t${tests}`
})
afterEach(() => storage.heal())

const open = (more: Record<string, string> = {}) =>
  openNamedBundleStore({
    ...s3.variables,
    BUNDLES_URL: `s3://propsight/${prefix}`,
    BUNDLES_S3_ENDPOINT: storage.url,
    ...more,
  })
const object = (key: string) => fetch(`${s3.endpoint}/propsight/${prefix}/${key}`)

describe('F1 releases in object storage', () => {
  it('are stored under the paths of the page, with the headers that a CDN passes on', async () => {
    await open().put(
      release,
      bundleFiles({ 'index.html': '<html></html>', 'picture.svg': '<svg/>' }),
      claim(),
    )
    await open().writeIndex('<html></html>')
    const headers = async (key: string) => {
      const answer = await object(key)
      await answer.arrayBuffer()
      return ['content-type', 'content-encoding', 'cache-control'].map((name) => answer.headers.get(name))
    }
    const immutable = 'public, max-age=31536000, immutable'
    const script = 'text/javascript; charset=utf-8'
    expect(await headers(PATH)).toEqual([script, null, immutable])
    expect((await object(PATH)).status).toBe(200)
    expect(await headers('picks/1.0.0-abc/picture.svg')).toEqual(['image/svg+xml', null, immutable])
    // The page of a release is rendered by the API; storage does not serve it as HTML.
    expect(await headers('picks/1.0.0-abc/index.html')).toEqual(['application/octet-stream', null, immutable])
    expect(await headers('index.html')).toEqual(['text/html; charset=utf-8', null, 'public, no-cache'])
    const packed = await object(`${PATH}.br`)
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(await packed.text()).toBe(SOURCE_FILE)
  })

  it('are completed by the next upload after an interrupted one', async () => {
    storage.set(/\/mf-manifest\.json/, { kind: 'status', status: 403 })
    await expect(open().put(release, bundleFiles(), claim())).rejects.toMatchObject({ status: 503 })
    storage.heal()
    expect((await object(PATH)).status).toBe(200)
    expect(await open().put(release, bundleFiles(), claim())).toBe('stored')
    const packed = await object(`${PATH}.br`)
    expect(await packed.text()).toBe(SOURCE_FILE)
    expect(await open().put(release, bundleFiles(), claim(true))).toBe('there')
  })

  it('are served from memory while storage fails, like the last start page that was read', async () => {
    const store = open()
    await store.put(release, bundleFiles(), claim())
    await store.writeIndex('page')
    const variant = (await store.find(PATH))?.br
    await variant?.open()
    await store.readIndex()
    storage.set(/./, { kind: 'status', status: 500 })
    expect(await (await store.find(PATH))?.br?.open()).not.toBeNull()
    expect(await store.readIndex()).toBe('page')
    await expect(store.find('picks/2.0.0/a.js')).rejects.toMatchObject({ status: 503 })
  })

  it.each([
    ['refuses the key', { kind: 'status', status: 403 }, 'refuses the key'],
    ['is full', { kind: 'status', status: 507 }, 'is full'],
    ['fails', { kind: 'status', status: 500 }, 'is not answering'],
    ['answers with an invalid body', { kind: 'garbage' }, 'is not answering'],
  ] as const)('answer 503 with the cause when storage %s', async (_, fault, cause) => {
    storage.set(/./, fault)
    const refusal = { status: 503, message: expect.stringContaining(cause) }
    await expect(open().put(release, bundleFiles(), claim())).rejects.toMatchObject(refusal)
    await expect(open().list('picks')).rejects.toMatchObject(refusal)
    storage.heal()
    expect(await open().list('picks')).toEqual([])
  })

  it('report an unreachable storage and a missing bucket', async () => {
    const unreachable = { BUNDLES_S3_ENDPOINT: 'http://127.0.0.1:9' }
    await expect(open(unreachable).health()).rejects.toMatchObject({ status: 503 })
    const missingBucket = open({ BUNDLES_URL: 's3://elsewhere/bundles' })
    await expect(missingBucket.health()).rejects.toMatchObject({
      message: expect.stringContaining('no bucket'),
    })
  })
})
