import { randomUUID } from 'node:crypto'
import Koa from 'koa'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { countWork, runSlice, yieldRounds } from '../platform/concurrency/event-loop.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createRateLimits } from '../platform/rate-limits.ts'
import { connectRedis } from '../platform/redis.ts'
import { NO_TELEMETRY } from '../platform/telemetry/telemetry.ts'
import { closeServer, listen } from '../server/listen.ts'
import { findRedis } from '../testing/test-env.ts'
import type { ApiState } from './context.ts'
import { limitWork } from './limit-work.ts'
import { errorEnvelope, requestFrame } from './request-frame.ts'

const log = pino({ level: 'silent' })
const redisUrl = await findRedis()

/** Uses the thread for the given processor time. */
const busy = (ms: number) => {
  const before = process.threadCpuUsage()
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  while (usedMs() < ms);
}

type Handler = (work: string) => Promise<void>

/** Serves requests that the budget limits, on as many instances as share Redis, or on one. */
async function serve(handle: Handler, isShared: boolean, test: (ask: Ask) => Promise<void>) {
  const redis = isShared && redisUrl ? await connectRedis(redisUrl, log) : null
  const metrics = createMetrics()
  const start = async () => {
    const app = new Koa<ApiState>({ proxy: true, maxIpsCount: 1 })
    app.use(requestFrame({ log, metrics, telemetry: NO_TELEMETRY }))
    app.use(errorEnvelope())
    app.use(async (ctx, next) => {
      const id = ctx.get('x-user')
      if (id) ctx.state.user = { id } as ApiState['user'] & object
      await next()
    })
    app.use(limitWork({ limits: createRateLimits({ enabled: true, redis }), metrics }))
    app.use(async (ctx) => {
      await handle(ctx.path.slice(1))
      ctx.body = 'done'
    })
    const listening = await listen(0, '127.0.0.1')
    listening.serve(app.callback())
    return listening
  }
  const instances = [await start(), ...(redis ? [await start()] : [])]
  let turn = 0
  const ask: Ask = async (user, address, work, signal = null) => {
    turn += 1
    const port = instances[turn % instances.length]?.port
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/${work}`, {
      headers: { 'x-forwarded-for': address, ...(user ? { 'x-user': user } : {}) },
      signal,
    })
    return { status, retryAfter: Number(headers.get('retry-after')) }
  }
  try {
    await test(ask)
  } finally {
    for (const { server } of instances) await closeServer(server, 1_000)
    redis?.destroy()
  }
}
type Ask = (
  user: string | null,
  address: string,
  work: string,
  signal?: AbortSignal | null,
) => Promise<{ status: number; retryAfter: number }>

const newAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
const count: Handler = async (ms) => countWork(Number(ms))
const statusesOf = async (calls: number, ask: () => ReturnType<Ask>) => {
  const statuses: number[] = []
  for (let call = 0; call < calls; call += 1) statuses.push((await ask()).status)
  return statuses
}

describe.each([
  ['in memory', false],
  ['in Redis', true],
])('the budget of processor time, counted %s', (_where, isShared) => {
  const serveCounted = (handle: Handler, test: (ask: Ask) => Promise<void>) => serve(handle, isShared, test)

  it.skipIf(isShared && !redisUrl)(
    'of an account is used up at any address, and by its own requests only',
    async () => {
      await serveCounted(count, async (ask) => {
        const [user, other] = [randomUUID(), randomUUID()]
        expect(await statusesOf(4, () => ask(user, newAddress(), '2100'))).toEqual([200, 200, 200, 429])
        const refused = await ask(user, newAddress(), '0')
        expect(refused.status).toBe(429)
        expect(refused.retryAfter).toBeGreaterThan(0)
        expect(refused.retryAfter).toBeLessThanOrEqual(60)
        expect((await ask(other, newAddress(), '2100')).status).toBe(200)
      })
    },
  )

  it.skipIf(isShared && !redisUrl)(
    'of an address is used up by all of its accounts, and by requests without one',
    async () => {
      await serveCounted(count, async (ask) => {
        const address = newAddress()
        expect(await statusesOf(4, () => ask(randomUUID(), address, '5100'))).toEqual([200, 200, 200, 429])
        expect((await ask(null, address, '0')).status).toBe(429)
        // The same network of one customer.
        expect((await ask(null, address.replace('::1', '::2'), '0')).status).toBe(429)
        expect((await ask(null, newAddress(), '0')).status).toBe(200)
      })
    },
  )

  it.skipIf(isShared && !redisUrl)(
    'refuses none of a hundred cheap requests of one account in a minute',
    async () => {
      await serveCounted(count, async (ask) => {
        const [user, address] = [randomUUID(), newAddress()]
        expect(new Set(await statusesOf(100, () => ask(user, address, '0')))).toEqual(new Set([200]))
      })
    },
  )
})

describe('the work of a request', () => {
  it('is the time of its own slices, also when the queue runs them between those of others', async () => {
    const slices: Handler = async (ms) => {
      countWork(5_500)
      for (let slice = 0; slice < 40; slice += 1) await runSlice(() => busy(Number(ms)))
    }
    await serve(slices, false, async (ask) => {
      const [heavy, light] = [randomUUID(), randomUUID()]
      // The slices of the first one exceed the rest of a budget, those of the second one do not.
      await Promise.all([ask(heavy, newAddress(), '20'), ask(light, newAddress(), '0.1')])
      expect((await ask(heavy, newAddress(), '0')).status).toBe(429)
      expect((await ask(light, newAddress(), '0')).status).toBe(200)
    })
  })

  it('of one account runs three requests at a time, and those of others at once', async () => {
    let running = 0
    let most = 0
    const release = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const wait: Handler = async (kind) => {
      if (kind === 'short') return
      running += 1
      most = Math.max(most, running)
      if (running === 3) started.resolve()
      await release.promise
      running -= 1
    }
    await serve(wait, false, async (ask) => {
      const user = randomUUID()
      const all = Array.from({ length: 10 }, () => ask(user, newAddress(), 'long'))
      await started.promise
      expect((await ask(randomUUID(), newAddress(), 'short')).status).toBe(200)
      release.resolve()
      expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
      expect(most).toBe(3)
    })
  })

  it('goes on when its client disconnects: it is counted, and keeps its place until it has ended', async () => {
    let running = 0
    const release = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const handle: Handler = async (kind) => {
      if (kind === 'short') return
      running += 1
      if (running === 3) started.resolve()
      await release.promise
      countWork(2_100)
    }
    await serve(handle, false, async (ask) => {
      const user = randomUUID()
      const client = new AbortController()
      const left = Array.from({ length: 3 }, () => ask(user, newAddress(), 'long', client.signal))
      await started.promise
      client.abort()
      await Promise.allSettled(left)
      const waiting = ask(user, newAddress(), 'short')
      expect((await ask(randomUUID(), newAddress(), 'short')).status).toBe(200)
      release.resolve()
      // It entered when the others had been counted.
      expect((await waiting).status).toBe(429)
    })
  })

  it('of accounts that used a quarter of their budget runs one at a time, and that of others at once', async () => {
    const running: string[] = []
    let most = 0
    const handle: Handler = async (kind) => {
      if (kind === 'visit') return
      if (kind === 'large') return countWork(2_000)
      running.push(kind)
      most = Math.max(most, running.length)
      await yieldRounds(20)
      running.pop()
    }
    await serve(handle, false, async (ask) => {
      const accounts = Array.from({ length: 4 }, () => randomUUID())
      for (const account of accounts) await ask(account, newAddress(), 'large')
      let answered = 0
      const heavy = accounts.map(async (account) => {
        const { status } = await ask(account, newAddress(), 'long')
        answered += 1
        return status
      })
      expect((await ask(randomUUID(), newAddress(), 'visit')).status).toBe(200)
      expect(answered).toBeLessThan(accounts.length)
      expect(await Promise.all(heavy)).toEqual([200, 200, 200, 200])
      expect(most).toBe(1)
    })
  })

  it('runs in slices behind that of a request that has used less', async () => {
    const order: string[] = []
    const both = Promise.withResolvers<void>()
    const waiting: string[] = []
    const handle: Handler = async (kind) => {
      if (kind === 'long') countWork(200)
      waiting.push(kind)
      if (waiting.length === 2) both.resolve()
      await both.promise
      // The first slice keeps the queue until both have added their second one.
      await Promise.all([runSlice(() => undefined), runSlice(() => order.push(kind))])
    }
    await serve(handle, false, async (ask) => {
      const long = ask(randomUUID(), newAddress(), 'long')
      await vi.waitUntil(() => waiting.length === 1)
      await Promise.all([long, ask(randomUUID(), newAddress(), 'short')])
      expect(waiting).toEqual(['long', 'short'])
      expect(order).toEqual(['short', 'long'])
    })
  })

  it('of visitors at one address runs at once', async () => {
    let running = 0
    const all = Promise.withResolvers<void>()
    const handle: Handler = async () => {
      running += 1
      if (running === 10) all.resolve()
      await all.promise
    }
    await serve(handle, false, async (ask) => {
      const address = newAddress()
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(null, address, 'all')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    })
  })

  it('is refused when more than 64 requests of the account wait', async () => {
    const release = Promise.withResolvers<void>()
    await serve(
      async () => release.promise,
      false,
      async (ask) => {
        const user = randomUUID()
        const all = Array.from({ length: 68 }, () => ask(user, newAddress(), 'long'))
        const refused = await Promise.race(all)
        expect(refused).toEqual({ status: 429, retryAfter: 1 })
        release.resolve()
        const statuses = (await Promise.all(all)).map(({ status }) => status)
        expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      },
    )
  })
})
