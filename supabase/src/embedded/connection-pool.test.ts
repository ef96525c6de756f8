import type postgres from 'postgres'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConnectionPool, type PoolLimits } from './connection-pool.ts'

const LIMITS = {
  size: 2,
  perOwner: 2,
  allOwners: 2,
  waitingPerOwner: 2,
  waitMs: 1_000,
  queryMs: 1_000,
  idleMs: 30_000,
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A pool of connections that answer every statement with no rows. */
function poolOfClients(limits: Partial<PoolLimits> = {}) {
  const clients: { end: ReturnType<typeof vi.fn> }[] = []
  const pool = createConnectionPool(
    () => {
      const client = { end: vi.fn(async () => {}), unsafe: async () => [] }
      clients.push(client)
      return client as unknown as postgres.Sql
    },
    { ...LIMITS, ...limits },
  )
  return { pool, clients }
}

it('closes a connection after the idle time, and opens another one for the next request', async () => {
  const { pool, clients } = poolOfClients()
  const lease = await pool.reserve()
  vi.advanceTimersByTime(LIMITS.idleMs)
  expect(clients[0]?.end).not.toHaveBeenCalled()
  lease.release()
  vi.advanceTimersByTime(LIMITS.idleMs)
  expect(clients[0]?.end).toHaveBeenCalledOnce()
  await (await pool.reserve()).unsafe('select 1')
  expect(clients).toHaveLength(2)
})

it('keeps the connection that is used, and closes the one that is not needed', async () => {
  const { pool, clients } = poolOfClients()
  const [first, second] = await Promise.all([pool.reserve(), pool.reserve()])
  first?.release()
  second?.release()
  for (let count = 0; count < 4; count += 1) {
    vi.advanceTimersByTime(LIMITS.idleMs / 2)
    const lease = await pool.reserve()
    await lease.unsafe('select 1')
    lease.release()
  }
  expect(clients.map(({ end }) => end.mock.calls.length)).toEqual([1, 0])
})

it('tells when a request waits for the other requests of its owner, and when that ends', async () => {
  const { pool } = poolOfClients({ perOwner: 1 })
  const lease = await pool.reserve('ada')
  const waits: boolean[] = []
  const next = pool.reserve('ada', (own) => waits.push(own))
  expect(waits).toEqual([true])
  lease.release()
  await next
  expect(waits).toEqual([true, false])
})

it('does not call it a wait for its owner when all connections are taken by others', async () => {
  const { pool } = poolOfClients({ perOwner: 1 })
  const leases = await Promise.all([pool.reserve('ada'), pool.reserve('ben')])
  const onWait = vi.fn()
  const next = pool.reserve('cleo', onWait)
  leases[0]?.release()
  await next
  expect(onWait).not.toHaveBeenCalled()
})

it('serves the owner that was served longest ago, and a request without an owner after those before it', async () => {
  const { pool } = poolOfClients({ size: 1, allOwners: 1, perOwner: 1, waitingPerOwner: 4 })
  const order: string[] = []
  const request = async (owner: string | null) => {
    const lease = await pool.reserve(owner)
    order.push(owner ?? 'server')
    lease.release()
  }
  const held = await pool.reserve('ada')
  const requests = ['ada', 'ada', 'ben', 'ben', null, 'ada', 'cleo'].map(request)
  held.release()
  await Promise.all(requests)
  expect(order).toEqual(['ada', 'ben', 'ada', 'ben', 'server', 'cleo', 'ada'])
})
