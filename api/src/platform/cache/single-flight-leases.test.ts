import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { findRedis } from '../../testing/test-env.ts'
import { createLog } from '../config/log.ts'
import { connectRedis } from '../redis.ts'
import { createSingleFlightLeases, loadOnceAcrossInstances } from './single-flight-leases.ts'

const log = createLog('silent')
const url = await findRedis()
const redis = url ? await connectRedis(url, log) : null
afterAll(() => redis?.destroy())

function instances(count: number) {
  const name = `test-${randomUUID()}`
  let settled: string | undefined
  let loads = 0
  const leases = Array.from({ length: count }, () => createSingleFlightLeases({ redis, name, log }))
  const loaded = async (value: string) => {
    loads += 1
    settled = value
    return value
  }
  return { leases, name, loads: () => loads, readShared: async () => settled, loaded }
}

describe.skipIf(!redis)(`single-flight leases${redis ? '' : ' (skipped: Redis does not answer)'}`, () => {
  it('let one instance load a value for all instances', async () => {
    const { leases, readShared, loaded, loads } = instances(3)
    const answers = leases.map((lease, index) =>
      loadOnceAcrossInstances(lease, 'key', readShared, () => loaded(`of instance ${index}`)),
    )
    expect(new Set(await Promise.all(answers)).size).toBe(1)
    expect(loads()).toBe(1)
  })

  it('release a key at once when its loader fails', async () => {
    const { leases, readShared, loaded } = instances(2)
    const [first, second] = leases
    if (!first || !second) throw new Error('two instances')
    const granted = await first.take(['a', 'b'])
    expect([...granted.keys]).toEqual(['a', 'b'])
    const others = await second.take(['b', 'c'])
    expect([...others.keys]).toEqual(['c'])
    const waiting = second.settled(['b'])
    granted.end(false)
    expect([...(await waiting)]).toEqual(['b'])
    expect(await loadOnceAcrossInstances(second, 'a', readShared, () => loaded('for itself'))).toBe(
      'for itself',
    )
    others.end(true)
  })

  it('are renewed while their holder runs and taken over after it died', async () => {
    const { leases, name, readShared, loaded } = instances(1)
    const [second] = leases
    if (!redis || !second) throw new Error('no Redis')
    // The lease of an instance that was killed during a load.
    await redis.set(`propsight:flight:{${name}}:key`, 'a reader that died', {
      expiration: { type: 'PX', value: 300 },
    })
    expect(await loadOnceAcrossInstances(second, 'key', readShared, () => loaded('taken over'))).toBe(
      'taken over',
    )
    const granted = await second.take(['long'])
    await expect
      .poll(async () => redis.pTTL(`propsight:flight:{${name}}:long`), { timeout: 8_000, interval: 50 })
      .toBeLessThan(4_000)
    await expect
      .poll(async () => redis.pTTL(`propsight:flight:{${name}}:long`), { timeout: 8_000, interval: 50 })
      .toBeGreaterThan(4_500)
    granted.end(true)
  })
})

it('single-flight leases without Redis are always granted', async () => {
  const leases = createSingleFlightLeases({ redis: null, name: 'none', log })
  expect([...(await leases.take(['a', 'b'])).keys]).toEqual(['a', 'b'])
  expect([...(await leases.settled(['a']))]).toEqual(['a'])
})

it('loadOnceAcrossInstances loads by itself when the lease is never granted and no value arrives', async () => {
  const noKeys = new Set<string>()
  const never = {
    take: async () => ({ keys: noKeys, end: () => {} }),
    settled: () => setImmediate(noKeys),
  }
  const read = loadOnceAcrossInstances(
    never,
    'key',
    async () => undefined,
    async () => 'for itself',
  )
  expect(await read).toBe('for itself')
})
