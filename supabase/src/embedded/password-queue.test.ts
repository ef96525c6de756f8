import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { answerInTurn } from './account-privacy.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { createPasswordQueue } from './password-queue.ts'

const WAITING = 4
const REFUSED_MS = 100
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Jobs that end when the test ends them; counts the running ones. */
function jobs() {
  const running: (() => void)[] = []
  const state = { most: 0, begun: 0 }
  const begin = () =>
    new Promise<void>((resolve) => {
      running.push(resolve)
      state.begun += 1
      state.most = Math.max(state.most, running.length)
    })
  /** Ends all jobs, also those that begin when others end. */
  async function endAll() {
    await settle()
    while (running.length > 0) {
      running.shift()?.()
      await settle()
    }
  }
  return { begin, endAll, end: () => running.shift()?.(), state }
}
let addresses = 0
const newAddress = () => `address ${++addresses}`
const answerOf = (status: number) => new Response(null, { status })

describe('the queue of password hashes', () => {
  it('runs two at once, and refuses a call when too many wait', async () => {
    const { begin, endAll, state } = jobs()
    const queue = createPasswordQueue(WAITING, REFUSED_MS)
    const calls = Array.from({ length: 9 }, () => queue.run(begin))
    await endAll()
    const refused = (await Promise.all(calls)).filter((answer) => answer instanceof Response)
    expect(state).toEqual({ most: 2, begun: 2 + WAITING })
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('compares one decoy of unknown addresses at a time, and refuses those beyond the queue', async () => {
    const { begin, endAll, state } = jobs()
    const queue = createPasswordQueue(WAITING, REFUSED_MS)
    const serve = vi.fn(async () => answerOf(400))
    const calls = Array.from({ length: 9 }, () => queue.signInUnknown(newAddress(), begin, serve))
    await endAll()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(state).toEqual({ most: 1, begun: 1 + WAITING })
    expect(statuses.filter((status) => status === 503)).toHaveLength(4)
    expect(serve).toHaveBeenCalledTimes(5)
  })

  it('answers the right password of an account while unknown addresses fill their queue', async () => {
    const { begin, endAll } = jobs()
    const queue = createPasswordQueue(WAITING, REFUSED_MS)
    const flood = Array.from({ length: 9 }, () =>
      queue.signInUnknown(newAddress(), begin, async () => answerOf(400)),
    )
    expect((await queue.signInAccount(newAddress(), begin, async () => answerOf(200))).status).toBe(200)
    await endAll()
    await Promise.all(flood)
  })

  it('refuses a wrong password of an account exactly when it refuses an unknown address', async () => {
    for (let before = 0; before < 8; before += 1) {
      const { begin, endAll } = jobs()
      const queue = createPasswordQueue(WAITING, REFUSED_MS)
      const flood = Array.from({ length: before }, () =>
        queue.signInUnknown(newAddress(), begin, async () => answerOf(400)),
      )
      const account = queue.signInAccount(newAddress(), begin, async () => answerOf(400))
      await endAll()
      const twin = createPasswordQueue(WAITING, REFUSED_MS)
      const twins = jobs()
      const others = Array.from({ length: before }, () =>
        twin.signInUnknown(newAddress(), twins.begin, async () => answerOf(400)),
      )
      const unknown = twin.signInUnknown(newAddress(), twins.begin, async () => answerOf(400))
      await twins.endAll()
      expect((await account).status, `${before} before`).toBe((await unknown).status)
      await Promise.all([...flood, ...others])
    }
  })

  it('answers a wrong password of an account in its turn among the unknown addresses, after a decoy', async () => {
    const { begin, end, endAll, state } = jobs()
    const queue = createPasswordQueue(WAITING, REFUSED_MS)
    const order: string[] = []
    const signInUnknown = async (name: string) => {
      await queue.signInUnknown(newAddress(), begin, async () => answerOf(400))
      order.push(name)
    }
    const first = signInUnknown('first')
    const account = queue
      .signInAccount(newAddress(), begin, async () => answerOf(400))
      .then(() => void order.push('account'))
    const last = signInUnknown('last')
    await settle()
    expect(order).toEqual([])
    end()
    await settle()
    expect(order).toEqual(['first'])
    await endAll()
    await Promise.all([first, account, last])
    expect(order).toEqual(['first', 'account', 'last'])
    expect(state.begun).toBe(3)
  })

  it('refuses an unknown address and a wrong password of an account the same time after their arrival', async () => {
    const { begin, endAll } = jobs()
    const queue = createPasswordQueue(WAITING, REFUSED_MS)
    const flood = Array.from({ length: 1 + WAITING }, () =>
      queue.signInUnknown(newAddress(), begin, async () => answerOf(400)),
    )
    await settle()
    const measure = async (call: Promise<Response>) => {
      const arrival = performance.now()
      return { status: (await call).status, ms: performance.now() - arrival }
    }
    const compare = async () => answerOf(400)
    const refused = await Promise.all([
      measure(queue.signInUnknown(newAddress(), begin, compare)),
      measure(queue.signInAccount(newAddress(), begin, compare)),
    ])
    expect(refused.map(({ status }) => status)).toEqual([503, 503])
    // Timers fire up to a millisecond early.
    for (const { ms } of refused) expect(ms).toBeGreaterThan(REFUSED_MS - 2)
    await endAll()
    await Promise.all(flood)
  })

  it.each(['signInAccount', 'signInUnknown'] as const)(
    'answers the right password of an account while many calls of another address wait (%s)',
    async (signIn) => {
      const { begin, endAll, state } = jobs()
      const queue = createPasswordQueue(WAITING, REFUSED_MS)
      const wrong = async () => {
        await begin()
        return answerOf(400)
      }
      const flood = Array.from({ length: 30 }, () => queue[signIn]('flooded', begin, wrong))
      await settle()
      expect(state.most).toBe(1)
      expect((await queue.signInAccount('other', begin, async () => answerOf(200))).status).toBe(200)
      // Those beyond the bound of the address are refused at once, whether it has an account or not.
      const refused = await Promise.all(flood.slice(1 + WAITING))
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
      await endAll()
      await Promise.all(flood)
    },
  )

  it('hashes a wrong password of an account once while nobody waits', async () => {
    const decoy = vi.fn(async () => undefined)
    const answer = await createPasswordQueue(WAITING, REFUSED_MS).signInAccount(
      newAddress(),
      decoy,
      async () => answerOf(400),
    )
    expect(answer.status).toBe(400)
    expect(decoy).not.toHaveBeenCalled()
  })

  it('passes the failure of a call on, and continues', async () => {
    const queue = createPasswordQueue(WAITING, REFUSED_MS)
    const fail = async () => Promise.reject(new Error('the database is away'))
    await expect(queue.signInAccount(newAddress(), async () => undefined, fail)).rejects.toThrow('away')
    await expect(queue.run(fail)).rejects.toThrow('away')
    expect(
      (
        await queue.signInUnknown(
          newAddress(),
          async () => undefined,
          async () => answerOf(400),
        )
      ).status,
    ).toBe(400)
  })
})

describe('the auth service', () => {
  it('hashes passwords in threads', () => {
    const service = fileURLToPath(import.meta.resolve('@supabase/lite'))
    const own = fileURLToPath(import.meta.resolve('@node-rs/bcrypt'))
    expect(createRequire(service).resolve('bcryptjs')).toBe(own)
  })
})

it('a call that hashes counts as waiting, not as load, until it is answered; other calls do not', async () => {
  const leases = { reserve: async () => ({ unsafe: async () => [], release: () => undefined }) }
  const steps: string[] = []
  const answer = async (method: string, path: string, json: object) => {
    const call = new Request(`http://api.test/auth/v1${path}`, { method })
    const serve = async () => {
      steps.push('served')
      return new Response()
    }
    const onWait = (waits: boolean) => void steps.push(waits ? 'waits' : 'ends')
    const queue = createPasswordQueue()
    await answerInTurn(leases as unknown as ConnectionPool, queue, { call, json }, serve, onWait)
    return steps.splice(0)
  }
  const signIn = { email: 'a@example.com', password: 'not-the-password' }
  const inTurn = ['waits', 'served', 'ends']
  expect(await answer('POST', '/token?grant_type=password', signIn)).toEqual(inTurn)
  expect(await answer('POST', '/signup', signIn)).toEqual(inTurn)
  expect(await answer('PUT', '/user', { password: 'new-password' })).toEqual(inTurn)
  expect(await answer('POST', '/logout', {})).toEqual(['served'])
})
