import { describe, expect, it } from 'vitest'
import type { CallContext } from './call-context.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { createRefreshQueue } from './refresh-queue.ts'

const RUNNING = 4
const WAITING = 50
const READING = 2
const WAITING_READS = 200
const CALL_MS = 10_000
const SHORT_MS = 200
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * A queue on connections that answer every statement at once, and refreshes that last until the test ends them. The token
 * `phone of Ann` is of the account `Ann`; other tokens are unknown.
 * @param reads ends the statements that read the account of a token
 */
function refreshes(callMs = CALL_MS, reads: Promise<unknown> = Promise.resolve()) {
  let reading = 0
  const rowsOf = async (text: string, [token = '']: string[]) => {
    const user_id = / of (\w+)$/.exec(token)?.[1]
    if (text.includes('select user_id from')) {
      reading += 1
      await reads
    }
    return text.includes('select user_id from') && user_id ? [{ user_id }] : []
  }
  const lease = {
    unsafe: async (text: string, parameters: string[] = []) => rowsOf(text, parameters),
    release: () => undefined,
  }
  const leases = { reserve: async () => lease } as unknown as ConnectionPool
  const inTurn = createRefreshQueue(leases, callMs)
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  /** Refreshes that count as waiting, not as load. */
  const waiting = new Set<string>()
  const refresh = (token: string) => {
    const call = new Request('http://api.test/auth/v1/token?grant_type=refresh_token', { method: 'POST' })
    const onWait = (waits: boolean) => void (waits ? waiting.add(token) : waiting.delete(token))
    const context: CallContext = { redirectTo: null, log: () => undefined, onWait }
    return inTurn(context, { call, json: { refresh_token: token } }, async () => {
      begun.push(token)
      await gate.promise
      return new Response()
    })
  }
  return { refresh, begun, waiting, end: () => gate.resolve(), reading: () => reading }
}
const many = (length: number) => Array.from({ length }, (_, index) => `token ${index}`)
const statusesOf = async (calls: Promise<Response | null>[]) =>
  (await Promise.all(calls)).map((answer) => answer?.status)

describe('the queue of refreshes', () => {
  it('refuses a refresh with the time to wait when too many wait', async () => {
    const { refresh, begun, waiting, end } = refreshes()
    const calls = many(RUNNING + WAITING + 1).map(refresh)
    const refused = await calls.at(-1)
    expect([refused?.status, Number(refused?.headers.get('retry-after'))]).toEqual([503, 3])
    await settle()
    expect([begun.length, waiting.size]).toEqual([RUNNING, WAITING])
    end()
    expect(await statusesOf(calls.slice(0, -1))).toEqual(Array(RUNNING + WAITING).fill(200))
    expect(begun).toHaveLength(RUNNING + WAITING)
  })

  it.each([
    ['one token', () => 'phone of Ann'],
    ['one account', (index: number) => `device ${index} of Ann`],
  ])('runs refreshes of other accounts while many of %s wait', async (_, tokenOf) => {
    const { refresh, begun, end } = refreshes()
    const calls = [...Array.from({ length: 21 }, (_, index) => tokenOf(index)), 'phone of Bob', 'x'].map(
      refresh,
    )
    await settle()
    expect(begun).toEqual([tokenOf(0), 'phone of Bob', 'x'])
    expect((await refresh('another of Ann'))?.status).toBe(503)
    end()
    expect(new Set(await statusesOf(calls))).toEqual(new Set([200]))
    expect(begun.filter((token) => token.endsWith('of Ann'))).toHaveLength(21)
  })

  it('reads the accounts of two tokens at a time, and refuses a refresh when too many wait for that', async () => {
    const reads = Promise.withResolvers<void>()
    const { refresh, begun, waiting, end, reading } = refreshes(CALL_MS, reads.promise)
    const calls = many(READING + WAITING_READS + 1).map(refresh)
    expect((await calls.at(-1))?.status).toBe(503)
    await settle()
    expect([reading(), waiting.size, begun.length]).toEqual([READING, READING + WAITING_READS, 0])
    reads.resolve()
    await expect.poll(() => waiting.size).toBe(WAITING)
    end()
    const statuses = await statusesOf(calls)
    expect(statuses.filter((status) => status === 200)).toHaveLength(RUNNING + WAITING)
    expect(waiting.size).toBe(0)
  })

  it('does not run a refresh that waited longer than its call may take', async () => {
    const { refresh, begun, end } = refreshes(SHORT_MS)
    const calls = many(RUNNING + 1).map(refresh)
    await expect.poll(() => begun.length).toBe(RUNNING)
    const late = performance.now() + SHORT_MS
    await expect.poll(() => performance.now() > late).toBe(true)
    end()
    expect(await statusesOf(calls)).toEqual([...Array(RUNNING).fill(200), 503])
    expect(begun).toHaveLength(RUNNING)
  })

  it('leaves a token that is longer than any stored one to the service', async () => {
    const { refresh, begun } = refreshes()
    expect(await refresh('x'.repeat(256))).toBeNull()
    expect(begun).toEqual([])
  })
})
