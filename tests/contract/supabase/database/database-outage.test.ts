import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type NetworkProxy, startNetworkProxy, through } from '../../../support/faults/network-proxy.ts'
import { serveEmbeddedSupabase, type TestSupabase } from '../../../support/services/test-supabase.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const CALL_MS = 5_000
/** The call limit and a margin for a busy machine. */
const ANSWER_LIMIT_MS = CALL_MS + 5_000
const RESETS = 8
/** More than the service has connections. */
const CONCURRENT_WRITES = 16

describe.skipIf(inject('contractDatabaseUrl') === '')('the embedded data service', () => {
  let proxy: NetworkProxy
  let service: TestSupabase
  beforeAll(async () => {
    const url = inject('contractDatabaseUrl')
    proxy = await startNetworkProxy({ port: Number(new URL(url).port) })
    service = await serveEmbeddedSupabase(through(url, proxy), { callMs: CALL_MS })
  })
  afterAll(async () => {
    await service?.close()
    await proxy?.close()
  })

  /** @returns the status of the answer @throws when none arrives in time */
  const post = async (path: string, body: unknown): Promise<number> => {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: {
        apikey: service.secretKey,
        authorization: `Bearer ${service.secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    await response.arrayBuffer()
    return response.status
  }
  const write = () => post('/rest/v1/access_codes', { code: randomUUID() })
  const credentials = { email: `u-${randomUUID()}@example.com`, password: 'a password' }
  const callEveryInterface = () => [
    ...Array.from({ length: CONCURRENT_WRITES }, write),
    post('/rest/v1/rpc/email_exists', { p_email: credentials.email }),
    post('/auth/v1/token?grant_type=password', credentials),
    post('/auth/v1/signup', credentials),
    post('/auth/v1/otp', { email: credentials.email }),
  ]
  const awaitRecovery = () =>
    waitUntil('the data service to answer again', async () => (await write()) === 201)

  it('answers every call, with 503 at worst, while the database resets connections', async () => {
    const statuses = new Set<number>()
    for (let reset = 0; reset < RESETS; reset += 1) {
      let answered = 0
      const writers = Array.from({ length: 4 }, async () => {
        for (let call = 0; call < 10; call += 1) {
          statuses.add(await write())
          answered += 1
        }
      })
      await waitUntil('writes in flight', () => answered >= 4 + reset)
      await proxy.setCondition({ kind: 'away' })
      await proxy.setCondition({ kind: 'clear' })
      await Promise.all(writers)
    }
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    await awaitRecovery()
  }, 60_000)

  it('answers every call with 503 while the database is silent, and works again afterwards', async () => {
    const before = Promise.all(callEveryInterface())
    await proxy.setCondition({ kind: 'stalled' })
    const during = await Promise.all(callEveryInterface())
    expect(new Set(during)).toEqual(new Set([503]))
    await before
    await proxy.setCondition({ kind: 'clear' })
    await awaitRecovery()
  }, 60_000)

  it('answers every call with 503 at once when the database is unreachable', async () => {
    await proxy.setCondition({ kind: 'away' })
    const startedAt = performance.now()
    expect(new Set(await Promise.all(callEveryInterface()))).toEqual(new Set([503]))
    expect(performance.now() - startedAt).toBeLessThan(CALL_MS / 2)
  })
})
