import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createLog } from '../config/log.ts'
import { connectRedis } from '../services/redis.ts'
import { redisIfThere } from '../testing/redis-if-there.ts'
import { createCacheStore } from './cache-store.ts'

const log = createLog('silent')
const url = await redisIfThere()
const redis = url ? await connectRedis(url, log) : null
const name = `test-${randomUUID()}`
afterAll(async () => {
  if (redis?.isReady) await redis.del([`propsight:cache:${name}:key`, `propsight:cache:${name}:odd`])
  redis?.destroy()
})

const instance = () =>
  createCacheStore({
    name,
    schema: z.object({ hits: z.int() }),
    entries: 10,
    keepMs: 60_000,
    redis,
    log,
  })

describe.skipIf(!redis)(
  `a cache between instances${redis ? '' : ' (skipped: Redis does not answer)'}`,
  () => {
    it('what one has read, the other finds', async () => {
      const [one, other] = [instance(), instance()]
      const entry = { value: { hits: 3 }, readAtMs: 1_000 }
      one.put('key', entry)
      expect(one.peek('key')).toEqual(entry)
      expect(other.peek('key')).toBeUndefined()
      await expect.poll(() => other.fetch('key')).toEqual(entry)
      expect(other.peek('key')).toEqual(entry)
    })
    it('does not believe what another release wrote', async () => {
      for (const text of ['{"value":{"hits":"three"},"readAtMs":1}', '{"hits":3}', 'torn {']) {
        await redis?.set(`propsight:cache:${name}:odd`, text)
        expect(await instance().fetch('odd')).toBeUndefined()
      }
    })
  },
)
