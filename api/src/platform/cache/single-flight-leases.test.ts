import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { redisIfThere } from '../../testing/redis-if-there.ts'
import { createLog } from '../config/log.ts'
import { connectRedis } from '../redis.ts'
import { createFlightLeases, flyOnce } from './single-flight-leases.ts'

const log = createLog('silent')
const url = await redisIfThere()
const redis = url ? await connectRedis(url, log) : null
afterAll(() => redis?.destroy())

function instances(count: number) {
  const name = `test-${randomUUID()}`
  let landed: string | undefined
  let loads = 0
  const leases = Array.from({ length: count }, () => createFlightLeases({ redis, name, log }))
  const loaded = async (value: string) => {
    loads += 1
    landed = value
    return value
  }
  return { leases, name, loads: () => loads, look: async () => landed, loaded }
}

describe.skipIf(!redis)(`single-flight leases${redis ? '' : ' (skipped: Redis does not answer)'}`, () => {
  it('let one instance load a value for all instances', async () => {
    const { leases, look, loaded, loads } = instances(3)
    const answers = leases.map((lease, index) =>
      flyOnce(lease, 'key', look, () => loaded(`of instance ${index}`)),
    )
    expect(new Set(await Promise.all(answers)).size).toBe(1)
    expect(loads()).toBe(1)
  })

  it('release a key at once when its loader fails', async () => {
    const { leases, look, loaded } = instances(2)
    const [first, second] = leases
    if (!first || !second) throw new Error('two instances')
    const held = await first.take(['a', 'b'])
    expect([...held.keys]).toEqual(['a', 'b'])
    const others = await second.take(['b', 'c'])
    expect([...others.keys]).toEqual(['c'])
    const waiting = second.landed(['b'])
    held.end(false)
    expect([...(await waiting)]).toEqual(['b'])
    expect(await flyOnce(second, 'a', look, () => loaded('for itself'))).toBe('for itself')
    others.end(true)
  })

  it('are renewed while their holder runs and taken over after it died', async () => {
    const { leases, name, look, loaded } = instances(1)
    const [second] = leases
    if (!redis || !second) throw new Error('no Redis')
    // The lease of an instance that was killed during a load.
    await redis.set(`propsight:flight:{${name}}:key`, 'a reader that died', {
      expiration: { type: 'PX', value: 300 },
    })
    expect(await flyOnce(second, 'key', look, () => loaded('taken over'))).toBe('taken over')
    const held = await second.take(['long'])
    await expect
      .poll(async () => redis.pTTL(`propsight:flight:{${name}}:long`), { timeout: 8_000, interval: 50 })
      .toBeLessThan(4_000)
    await expect
      .poll(async () => redis.pTTL(`propsight:flight:{${name}}:long`), { timeout: 8_000, interval: 50 })
      .toBeGreaterThan(4_500)
    held.end(true)
  })
})

it('single-flight leases without Redis are always granted', async () => {
  const leases = createFlightLeases({ redis: null, name: 'none', log })
  expect([...(await leases.take(['a', 'b'])).keys]).toEqual(['a', 'b'])
  expect([...(await leases.landed(['a']))]).toEqual(['a'])
})

it('flyOnce loads by itself when the lease is never granted and no value arrives', async () => {
  const nobody = new Set<string>()
  const never = {
    take: async () => ({ keys: nobody, end: () => {} }),
    landed: () => setImmediate(nobody),
  }
  const read = flyOnce(
    never,
    'key',
    async () => undefined,
    async () => 'for itself',
  )
  expect(await read).toBe('for itself')
})
