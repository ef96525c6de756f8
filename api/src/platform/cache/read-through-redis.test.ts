import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { findRedis } from '../../testing/test-env.ts'
import { createLog } from '../config/log.ts'
import { connectRedis } from '../redis.ts'
import { systemTimer } from '../timer.ts'
import { createReadThrough } from './read-through.ts'

const log = createLog('silent')
const url = await findRedis()
const redis = url ? await connectRedis(url, log) : null
const name = `test-${randomUUID()}`
afterAll(async () => {
  if (redis?.isReady) await redis.del([`propsight:cache:${name}:key`, `propsight:cache:${name}:odd`])
  redis?.destroy()
})

const common = {
  name,
  ages: { freshMs: 1_000, graceMs: 10_000, keepMs: 60_000 },
  timer: systemTimer,
  log,
}
const instance = () =>
  createReadThrough({ ...common, schema: z.object({ hits: z.int() }), entries: 10, redis })

it('the read-through cache keeps at most its budget of JSON and drops the least recently used entry first', () => {
  const bounds = { entries: 100, memoryChars: 1_000 }
  const store = createReadThrough({ ...common, ...bounds, schema: z.unknown(), redis: null })
  const put = (key: string, chars: number) => store.put(key, { value: 'x'.repeat(chars), readAtMs: 1 })
  for (const key of ['a', 'b', 'c']) put(key, 300)
  store.get('a')
  put('d', 300)
  expect(['a', 'b', 'c', 'd'].filter((key) => store.get(key))).toEqual(['a', 'c', 'd'])
  put('huge', 2_000)
  expect(store.get('huge')).toBeUndefined()
})

describe.skipIf(!redis)(
  `a cache shared by instances${redis ? '' : ' (skipped: Redis does not answer)'}`,
  () => {
    it('returns on one instance what another has stored', async () => {
      const one = instance()
      const other = instance()
      const entry = { value: { hits: 3 }, readAtMs: 1_000 }
      one.put('key', entry)
      expect(one.get('key')).toEqual(entry)
      expect(other.get('key')).toBeUndefined()
      await expect.poll(() => other.fetch('key')).toEqual(entry)
      expect(other.get('key')).toEqual(entry)
    })
    it('does not replace an entry with an older one of Redis', async () => {
      const one = instance()
      const other = instance()
      one.put('key', { value: { hits: 1 }, readAtMs: 1_000 })
      await expect.poll(() => other.fetch('key')).toMatchObject({ readAtMs: 1_000 })
      const newer = { value: { hits: 2 }, readAtMs: 2_000 }
      other.put('key', newer)
      await redis?.set(`propsight:cache:${name}:key`, JSON.stringify({ value: { hits: 1 }, readAtMs: 1_000 }))
      expect(await other.fetch('key')).toEqual(newer)
    })
    it('ignores entries that do not match the schema', async () => {
      for (const text of ['{"value":{"hits":"three"},"readAtMs":1}', '{"hits":3}', 'torn {']) {
        await redis?.set(`propsight:cache:${name}:odd`, text)
        expect(await instance().fetch('odd')).toBeUndefined()
      }
    })
  },
)
