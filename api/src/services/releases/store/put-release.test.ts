import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryObjects } from '../../../testing/memory-objects.ts'
import { createBundleStore } from './bundle-store.ts'
import type { ObjectStore } from './object-store.ts'
import { BundleConflict, putRelease } from './release-files.ts'

const release = { name: 'picks', version: '1.0.0' }
const HEADERS = { contentType: 'text/plain', cacheControl: 'no-store' }
const INTERLEAVINGS = 60
const bytes = (text: string) => new TextEncoder().encode(text)
const filesWith = (text: string) =>
  new Map([
    ['a.js', bytes(`${text};\n`.repeat(400))],
    ['b.svg', bytes(text)],
    [`${text}.js`, bytes(text)],
  ])
const claim = (more: { isPublished?: boolean; until?: number } = {}) => ({
  isPublished: false,
  until: Number.POSITIVE_INFINITY,
  ...more,
})

/** Calls `before` ahead of each call to the storage. */
const intercept = (objects: ObjectStore, before: (key: string) => Promise<void>): ObjectStore => ({
  put: (key, ...rest) => before(key).then(() => objects.put(key, ...rest)),
  get: (key) => before(key).then(() => objects.get(key)),
  list: (key) => before(key).then(() => objects.list(key)),
  delete: (key) => before(key).then(() => objects.delete(key)),
})

/** Repeatable random numbers in [0, 1). */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Expects exactly the files of this text, readable, with their compressed variants. */
async function expectStored(objects: ObjectStore, text: string) {
  const store = createBundleStore(objects)
  const files = filesWith(text)
  expect((await store.files(release)).sort()).toEqual([...files.keys()].sort())
  for (const [path, content] of files) expect(await store.read(release, path)).toEqual(content)
  const { br, gzip } = (await store.find('picks/1.0.0/a.js')) ?? {}
  expect([await br?.open(), await gzip?.open()]).toEqual([expect.any(Uint8Array), expect.any(Uint8Array)])
  const [, ...others] = await store.list('picks')
  expect(others).toEqual([])
}

describe('F1 storing a release', () => {
  it('by several processes at once completes it, whatever an earlier upload left', async () => {
    const interleave = async (seed: number) => {
      const { objects } = createMemoryObjects()
      const random = createRandom(seed)
      const slow = () =>
        intercept(objects, async () => {
          for (let ticks = Math.floor(random() * 6); ticks > 0; ticks--) await tick()
        })
      await objects.put('picks/1.0.0/a.js', bytes('left over'), HEADERS)
      await objects.put('picks/1.0.0/a.js.br', bytes('left over'), HEADERS)
      await objects.put('picks/1.0.0/old.js', bytes('left over'), HEADERS)
      await Promise.all([1, 2, 3].map(() => putRelease(slow(), release, filesWith('one'), claim())))
      await expectStored(objects, 'one')
    }
    await Promise.all(Array.from({ length: INTERLEAVINGS }, (_, seed) => interleave(seed + 1)))
  })

  it('is completed by the next upload, of the same or of other files, after a kill at any call', async () => {
    const killedAfter = async (calls: number, next: string): Promise<boolean> => {
      const { objects } = createMemoryObjects()
      let remaining = calls
      let killed = false
      const dying = intercept(objects, async () => {
        killed ||= remaining-- === 0
        if (killed) throw new Error('killed')
      })
      await putRelease(dying, release, filesWith('one'), claim()).catch(() => undefined)
      await putRelease(objects, release, filesWith(next), claim())
      await expectStored(objects, next)
      return killed
    }
    for (const next of ['one', 'two']) {
      let calls = 0
      while (await killedAfter(calls, next)) calls += 1
      expect(calls).toBeGreaterThan(5)
    }
  })

  it('of a published version writes nothing, and other files for it are a conflict', async () => {
    const { objects, keys } = createMemoryObjects()
    const published = claim({ isPublished: true })
    // The files of a published release may be missing on this disk.
    expect(await putRelease(objects, release, filesWith('one'), published)).toBe('stored')
    const before = keys()
    const readOnly = { ...objects, put: () => Promise.reject(new Error('unexpected write')) }
    expect(await putRelease(readOnly, release, filesWith('one'), published)).toBe('there')
    const changed = new Map([...filesWith('one'), ['b.svg', bytes('ONE')]])
    const more = new Map([...filesWith('one'), ['more.js', bytes('1')]])
    for (const files of [filesWith('two'), changed, more, new Map([...filesWith('one')].slice(1))])
      await expect(putRelease(readOnly, release, files, published)).rejects.toThrow(BundleConflict)
    expect(keys()).toEqual(before)
  })

  it('changes nothing any more when its claim ended while it was paused', async () => {
    for (const paused of ['picks/1.0.0/', 'picks/1.0.0/a.js', 'picks/1.0.0/b.svg', 'picks/1.0.0/a.js.br']) {
      const { objects } = createMemoryObjects()
      const resume = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      const slow = intercept(objects, async (key) => {
        if (key !== paused) return
        reached.resolve()
        await resume.promise
      })
      const right = claim()
      const late = putRelease(slow, release, filesWith('one'), right)
      late.catch(() => undefined)
      await reached.promise
      // The calls that are not paused end.
      await tick()
      right.until = Date.now()
      await putRelease(objects, release, filesWith('two'), claim())
      resume.resolve()
      await expect(late).rejects.toMatchObject({ status: 409, message: expect.stringContaining('try again') })
      await expectStored(objects, 'two')
    }
  })

  it('and a removal whose claim ended deletes nothing', async () => {
    const { objects, keys } = createMemoryObjects()
    const store = createBundleStore(objects)
    await store.put(release, filesWith('one'), claim())
    const before = keys()
    await expect(store.delete(release, { until: Date.now() })).rejects.toMatchObject({ status: 409 })
    expect(keys()).toEqual(before)
    await store.delete(release, claim())
    expect(keys()).toEqual([])
  })
})
