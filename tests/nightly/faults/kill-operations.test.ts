import { randomUUID } from 'node:crypto'
import { ledgerResponse, listCodesResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAsAdmin } from '../../support/accounts/admin-api.ts'
import { createAccount, type TestAccount } from '../../support/accounts/create-account.ts'
import { type RunningProduct, startProduct } from '../../support/product/start-product.ts'
import { waitUntil } from '../../support/wait-until.ts'

const OPERATIONS = 12
const KILL_AFTER = 4
const CODES = 50

describe('a kill between an operation and its answer', () => {
  let product: RunningProduct
  beforeAll(async () => {
    product = await startProduct({ env: { RATE_LIMITS: 'off' } })
  }, 120_000)
  afterAll(() => product?.stop(), 60_000)

  const asAdmin = (path: string, body?: object) =>
    callAsAdmin(path, body, { url: product.url, key: product.adminKey })
  const charge = ({ token }: TestAccount, idempotencyKey: string) =>
    fetch(`${product.url}/api/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey }),
    })
  /** Retries until the call is answered, with the same key. */
  const untilAnswered = (call: () => Promise<Response>) =>
    waitUntil(
      'an answer',
      () =>
        call().then(
          ({ ok }) => ok,
          () => false,
        ),
      60_000,
    )

  it.each(['api', 'database'] as const)(
    'of the %s applies every idempotency key once',
    async (victim) => {
      const account = await createAccount(product)
      const { userId } = account
      const prefix = `K${Date.now()}-`
      const batch = { count: CODES, prefix, idempotencyKey: randomUUID() }
      const pid = product.pids[victim]
      if (!pid) throw new Error(`no pid of ${victim}`)
      let answered = 0
      const operation = async (call: () => Promise<Response>) => {
        await untilAnswered(call)
        answered += 1
        if (answered === KILL_AFTER) process.kill(pid, 'SIGKILL')
      }
      const adjust = (delta: number) => {
        const change = { userId, delta, reason: 'a kill', idempotencyKey: randomUUID() }
        return () => asAdmin('/api/admin/adjust-credits', change)
      }
      await Promise.all([
        ...Array.from({ length: OPERATIONS }, (_, index) => operation(adjust(index % 2 === 0 ? 3 : -1))),
        ...Array.from({ length: OPERATIONS }, () => randomUUID()).map((key) =>
          operation(() => charge(account, key)),
        ),
        operation(() => asAdmin('/api/admin/generate-codes', batch)),
      ])
      expect(answered).toBe(2 * OPERATIONS + 1)

      const path = `/api/admin/users/${userId}/ledger?limit=200`
      const { entries } = ledgerResponse.parse(await (await asAdmin(path)).json())
      const of = (reason: string) => entries.filter((entry) => entry.reason === reason).length
      expect([of('adjustment'), of('hold')]).toEqual([OPERATIONS, OPERATIONS])
      const sum = entries.reduce((total, { delta }) => total + delta, 0)
      expect([sum, entries[0]?.balanceAfter]).toEqual([20, 20])
      const list = await asAdmin(`/api/admin/list-codes?search=${prefix}`)
      expect(listCodesResponse.parse(await list.json()).total).toBe(CODES)
    },
    120_000,
  )
})
