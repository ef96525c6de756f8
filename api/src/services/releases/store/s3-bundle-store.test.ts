import { buffer } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import type { Bucket } from './bucket.ts'
import { hashOf } from './release-states.ts'
import { createS3BundleStore } from './s3-bundle-store.ts'

const FILE = 'picks/1.0.0/entry.js'
const bytes = new TextEncoder().encode('export {}')

/** A bucket with one release. Only `get` is allowed. */
function oneRelease() {
  const plain = { size: bytes.length, hash: hashOf(bytes) }
  const contents = JSON.stringify({ files: { 'entry.js': { plain, br: null, gzip: null } } })
  const objects = new Map([
    ['.releases/picks/1.0.0.json', new TextEncoder().encode(contents)],
    [FILE, bytes],
  ])
  const get = vi.fn(async (key: string) => {
    const content = objects.get(key)
    return content ? { bytes: content, etag: hashOf(content), at: new Date() } : null
  })
  const never = () => Promise.reject(new Error('unexpected call'))
  const bucket: Bucket = { get, put: never, list: never, delete: never }
  return { get, store: createS3BundleStore(bucket) }
}

it('the bucket bundle store fetches a file once for parallel readers and again after a failure', async () => {
  const { get, store } = oneRelease()
  const found = await store.find(FILE)
  const open = async () => {
    const body = await found?.plain.open()
    return body && String(body instanceof Uint8Array ? Buffer.from(body) : await buffer(body))
  }
  get.mockClear()
  get.mockRejectedValueOnce(new Error('unavailable'))
  const lost = await Promise.allSettled([open(), open()])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(get).toHaveBeenCalledTimes(1)
  expect(await Promise.all([open(), open(), open()])).toEqual(['export {}', 'export {}', 'export {}'])
  expect(get).toHaveBeenCalledTimes(2)
})

it('the bucket bundle store reports a storage that ignores the conditions of writes', async () => {
  const never = () => Promise.reject(new Error('unexpected call'))
  const bucket: Bucket = { put: async () => '"etag"', get: never, list: never, delete: never }
  await expect(createS3BundleStore(bucket).health()).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('ignores the conditions'),
  })
})
