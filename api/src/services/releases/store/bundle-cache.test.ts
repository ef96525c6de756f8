import { buffer } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { createMemoryObjects } from '../../../testing/memory-objects.ts'
import { createBundleStore } from './bundle-store.ts'
import type { ObjectStore } from './object-store.ts'

const FILE = 'picks/1.0.0/entry.js'
const HEADERS = { contentType: 'text/javascript', cacheControl: 'no-store' }
const bytes = (text: string) => new TextEncoder().encode(text)

async function storeWithRelease() {
  const { objects } = createMemoryObjects()
  await objects.put(FILE, bytes('export {}'), HEADERS)
  const get = vi.fn(objects.get)
  const list = vi.fn(objects.list)
  return { get, list, objects, store: createBundleStore({ ...objects, get, list }) }
}

it('the bundle store reads a file once for parallel readers and again after a failure', async () => {
  const { get, list, store } = await storeWithRelease()
  const found = await store.find(FILE)
  const open = async () => {
    const body = await found?.plain.open()
    return body && String(body instanceof Uint8Array ? Buffer.from(body) : await buffer(body))
  }
  get.mockRejectedValueOnce(new Error('unavailable'))
  const lost = await Promise.allSettled([open(), open()])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(get).toHaveBeenCalledTimes(1)
  expect(await Promise.all([open(), open(), open()])).toEqual(['export {}', 'export {}', 'export {}'])
  expect(get).toHaveBeenCalledTimes(2)
  await store.find(FILE)
  expect(list).toHaveBeenCalledTimes(1)
})

it('the bundle store finds a file that was stored after it had listed the release', async () => {
  const { objects, store } = await storeWithRelease()
  expect(await store.find('picks/1.0.0/late.js')).toBeNull()
  await objects.put('picks/1.0.0/late.js', bytes('late'), HEADERS)
  expect(await store.find('picks/1.0.0/late.js')).toMatchObject({ plain: { size: 4 } })
  expect(await store.find('picks/2.0.0/a.js')).toBeNull()
  await objects.put('picks/2.0.0/a.js', bytes('new'), HEADERS)
  expect(await store.find('picks/2.0.0/a.js')).not.toBeNull()
})

it('the bundle store reports a storage that ignores the conditions of writes', async () => {
  const never = () => Promise.reject(new Error('unexpected call'))
  const objects: ObjectStore = { put: async () => true, get: never, list: never, delete: never }
  await expect(createBundleStore(objects).health()).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('ignores the conditions'),
  })
})
