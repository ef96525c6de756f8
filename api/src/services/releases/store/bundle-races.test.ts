import { createHash } from 'node:crypto'
import { setTimeout as delay, setImmediate as tick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Bucket, StoredObject } from './bucket.ts'
import { BundleConflict } from './bundle-folder.ts'
import { createS3BundleStore } from './s3-bundle-store.ts'

const release = { name: 'picks', version: '1.0.0' }
const HEADERS = { contentType: 'text/plain', cacheControl: 'no-store' }
const MINUTE_MS = 60_000
const INTERLEAVINGS = 60
const bytes = (text: string) => new TextEncoder().encode(text)
const filesOf = (text: string) =>
  new Map([
    ['a.js', bytes(`${text};\n`.repeat(100))],
    ['b.svg', bytes(text)],
    [`${text}.js`, bytes(text)],
  ])

/** A storage with conditional writes in memory, whose clock the test moves. */
function createStorage() {
  const objects = new Map<string, { bytes: Uint8Array; etag: string; at: Date }>()
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const bucket: Bucket = {
    async put(key, content, _, replaces) {
      const there = objects.get(key)
      if (replaces !== undefined && (there?.etag ?? null) !== replaces) return null
      const etag = createHash('md5').update(content).digest('hex')
      objects.set(key, { bytes: content, etag, at: now() })
      return etag
    },
    get: async (key) => objects.get(key) ?? null,
    list: async (prefix) =>
      [...objects].flatMap(([key, { bytes: content, at }]): StoredObject[] =>
        key.startsWith(prefix) ? [{ key, size: content.length, at }] : [],
      ),
    async delete(key) {
      objects.delete(key)
    },
  }
  return {
    bucket,
    keys: () => [...objects.keys()].filter((key) => key !== '.health'),
    advance: (ms: number) => {
      aheadMs += ms
    },
    inAMinute: () => new Date(now().getTime() + MINUTE_MS),
  }
}

/** Calls `before` ahead of each call to the bucket. */
const intercept = (bucket: Bucket, before: (key: string) => Promise<void>): Bucket => ({
  put: (key, ...rest) => before(key).then(() => bucket.put(key, ...rest)),
  get: (key) => before(key).then(() => bucket.get(key)),
  list: (key) => before(key).then(() => bucket.list(key)),
  delete: (key) => before(key).then(() => bucket.delete(key)),
})

/** Repeats some writes, as the client does when the first response was lost. */
const repeatWrites = (bucket: Bucket, random: () => number): Bucket => ({
  ...bucket,
  async put(...write) {
    const result = await bucket.put(...write)
    return random() < 0.1 ? bucket.put(...write) : result
  },
})

/** Repeatable random numbers in [0, 1). */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Expects a complete and readable release with exactly one of these contents, or none. */
async function expectCompleteOrAbsent(bucket: Bucket, texts: string[]) {
  const store = createS3BundleStore(bucket)
  const paths = (await store.files(release)).sort()
  expect(await store.versions('picks')).toHaveLength(paths.length > 0 ? 1 : 0)
  if (paths.length === 0) return null
  const text = texts.find((one) => paths.includes(`${one}.js`)) ?? ''
  expect(paths).toEqual([...filesOf(text).keys()].sort())
  for (const [path, content] of filesOf(text)) {
    expect(await store.read(release, path)).toEqual(content)
    const { plain, br } = (await store.find(`picks/1.0.0/${path}`)) ?? {}
    expect(await plain?.open()).not.toBeNull()
    expect(await br?.open()).not.toBeNull()
  }
  return text
}

const ignoreConflicts = (error: unknown) => {
  if (!(error instanceof BundleConflict)) throw error
}

describe('F1 concurrent work on one version in object storage', () => {
  it('leaves a complete release or none after random interleavings', async () => {
    const interleave = async (seed: number) => {
      const storage = createStorage()
      const random = createRandom(seed)
      const open = () =>
        createS3BundleStore(
          intercept(repeatWrites(storage.bucket, random), async () => {
            for (let ticks = Math.floor(random() * 6); ticks > 0; ticks--) await tick()
          }),
        )
      const put = (text: string) => open().put(release, filesOf(text)).catch(ignoreConflicts)
      const actions = [
        () => put('one'),
        () => put('one'),
        () => put('two'),
        () => open().remove(release),
        () => open().remove(release, async () => random() < 0.5),
        () => open().removeUnfinished(storage.inAMinute()),
        () => open().removeUnfinished(storage.inAMinute()),
      ]
      await Promise.all(actions.map((action) => action()))
      await expectCompleteOrAbsent(storage.bucket, ['one', 'two'])
      await Promise.all(actions.map(() => actions[Math.floor(random() * actions.length)]?.()))
      const left = await expectCompleteOrAbsent(storage.bucket, ['one', 'two'])
      await createS3BundleStore(storage.bucket).removeUnfinished(storage.inAMinute())
      expect(await expectCompleteOrAbsent(storage.bucket, ['one', 'two'])).toBe(left)
      if (!left) expect(storage.keys()).toEqual([])
    }
    await Promise.all(Array.from({ length: INTERLEAVINGS }, (_, seed) => interleave(seed + 1)))
  })

  it.each(['put', 'replace', 'remove'])(
    'recovers after the process was killed at any call of a %s',
    async (kind) => {
      const killedAfter = async (calls: number): Promise<boolean> => {
        const storage = createStorage()
        const healthy = createS3BundleStore(storage.bucket)
        if (kind === 'replace') await storage.bucket.put('picks/1.0.0/a.js', bytes('left over'), HEADERS)
        if (kind === 'remove') await healthy.put(release, filesOf('one'))
        let remaining = calls
        let killed = false
        const store = createS3BundleStore(
          intercept(storage.bucket, async () => {
            killed ||= remaining-- === 0
            if (killed) throw new Error('killed')
          }),
        )
        const work = kind === 'remove' ? store.remove(release) : store.put(release, filesOf('one'))
        await work.catch(() => undefined)
        await expectCompleteOrAbsent(storage.bucket, ['one'])
        storage.advance(3 * MINUTE_MS)
        const wasComplete = (await healthy.files(release)).length > 0
        if (!wasComplete && calls % 2 === 0) {
          await createS3BundleStore(storage.bucket).removeUnfinished(storage.inAMinute())
          expect(storage.keys()).toEqual([])
        }
        const next = wasComplete ? 'one' : 'two'
        await createS3BundleStore(storage.bucket).put(release, filesOf(next))
        expect(await expectCompleteOrAbsent(storage.bucket, [next])).toBe(next)
        return killed
      }
      let calls = 0
      while (await killedAfter(calls)) calls += 1
      expect(calls).toBeGreaterThan(5)
    },
  )

  it('continues an interrupted upload of the same files at once', async () => {
    const storage = createStorage()
    let isKilled = false
    const killed = createS3BundleStore(
      intercept(storage.bucket, async (key) => {
        isKilled ||= key.endsWith('b.svg')
        if (isKilled) throw new Error('killed')
      }),
    )
    await expect(killed.put(release, filesOf('one'))).rejects.toThrow('killed')
    expect(await createS3BundleStore(storage.bucket).put(release, filesOf('one'))).toBe('stored')
  })

  it('makes an upload wait for a running sweep, which a second sweep leaves alone', async () => {
    const storage = createStorage()
    await storage.bucket.put('picks/1.0.0/a.js', bytes('left over'), HEADERS)
    const resume = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const slow = createS3BundleStore({
      ...storage.bucket,
      async delete(key) {
        reached.resolve()
        await resume.promise
        await storage.bucket.delete(key)
      },
    })
    const sweep = slow.removeUnfinished(storage.inAMinute())
    await reached.promise
    const other = createS3BundleStore(storage.bucket)
    await other.removeUnfinished(storage.inAMinute())
    const stored = other.put(release, filesOf('one'))
    await Promise.race([stored, delay(100)])
    resume.resolve()
    await Promise.all([sweep, stored])
    expect(await expectCompleteOrAbsent(storage.bucket, ['one'])).toBe('one')
  })

  it('ignores an upload that continues after its lease', async () => {
    for (const paused of ['picks/1.0.0/a.js', 'picks/1.0.0/one.js', '.releases/picks/1.0.0.json']) {
      const storage = createStorage()
      const resume = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      let calls = 0
      const slow = createS3BundleStore(
        intercept(storage.bucket, async (key) => {
          if (key !== paused) return
          calls += 1
          // The state object is read and written before the first file.
          if (key.startsWith('.') && calls < 3) return
          reached.resolve()
          await resume.promise
        }),
      )
      const late = slow.put(release, filesOf('one'))
      late.catch(() => undefined)
      await reached.promise
      storage.advance(3 * MINUTE_MS)
      expect(await createS3BundleStore(storage.bucket).put(release, filesOf('two'))).toBe('stored')
      resume.resolve()
      await expect(late).rejects.toThrow(BundleConflict)
      expect(await expectCompleteOrAbsent(storage.bucket, ['one', 'two'])).toBe('two')
    }
  })
})
