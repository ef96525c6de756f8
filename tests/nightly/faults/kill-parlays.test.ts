import { randomUUID } from 'node:crypto'
import { generateParlayResponse, pastParlayRowSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAccount, type TestAccount } from '../../support/accounts/create-account.ts'
import { BEFORE_FIRST_GAME, picksForParlays, requestParlays } from '../../support/picks/request-parlays.ts'
import { type RunningProduct, startProduct } from '../../support/product/start-product.ts'
import { answers, waitUntil } from '../../support/wait-until.ts'

/** The 20 starting credits minus one for the board of the picks. */
const CALLS = 19
const KILL_AFTER = 4

const runs = z.array(z.object({ id: z.string(), state: z.string(), idempotency_key: z.string() }))
const entries = z.array(z.object({ reason: z.string(), run_id: z.string().nullable(), delta: z.int() }))

/** Reads the runs, parlays, legs, ledger and balance of an account, as its user. */
async function readRecords({ client }: TestAccount) {
  const all = async (table: string, columns: string) => {
    const { data, error } = await client.from(table).select(columns)
    if (error) throw error
    return data
  }
  const parlayRuns = await client.from('runs').select('*').eq('feature', 'parlay')
  const parlays = z
    .array(pastParlayRowSchema.extend({ run_id: z.string() }))
    .parse(await all('past_parlays', '*'))
  const legs = z
    .array(z.object({ parlay_id: z.string().nullable() }))
    .parse(await all('track_legs', 'parlay_id'))
  const ledger = entries.parse(await all('credit_ledger', 'reason, run_id, delta'))
  const [profile] = z.array(z.object({ credits: z.int() })).parse(await all('user_profiles', 'credits'))
  return { runs: runs.parse(parlayRuns.data), parlays, legs, ledger, credits: profile?.credits }
}

/**
 * Expects charges and parlays to match, all legs of each parlay, and a balance equal to the sum of the
 * ledger.
 */
function expectConsistent({
  runs: all,
  parlays,
  legs,
  ledger,
  credits,
}: Awaited<ReturnType<typeof readRecords>>) {
  const charged = all.filter(({ state }) => state === 'captured').map(({ id }) => id)
  expect([...new Set(parlays.map(({ run_id }) => run_id))].toSorted()).toEqual(charged.toSorted())
  const captures = ledger.filter(
    ({ reason, run_id }) => reason === 'capture' && charged.includes(run_id ?? ''),
  )
  expect(captures).toHaveLength(charged.length)
  for (const { id, parlay_size } of parlays)
    expect(legs.filter(({ parlay_id }) => parlay_id === id)).toHaveLength(parlay_size)
  expect(credits).toBe(ledger.reduce((sum, { delta }) => sum + delta, 0))
}

describe('C2 P8 a kill during parlay calls', () => {
  let product: RunningProduct
  beforeAll(async () => {
    product = await startProduct({ env: { RATE_LIMITS: 'off', LEAGUE_CLOCK: BEFORE_FIRST_GAME } })
  }, 120_000)
  afterAll(() => product?.stop(), 60_000)

  it.each(['api', 'database'] as const)(
    'of the %s charges exactly the saved parlays, and every call succeeds on retry',
    async (victim) => {
      const account = await createAccount(product)
      const myPicks = await picksForParlays(product.url, account.token)
      const pid = product.pids[victim]
      if (!pid) throw new Error(`no pid of ${victim}`)
      const answered = new Map<string, string[]>()
      let killed = false
      const call = async (idempotencyKey: string): Promise<boolean> => {
        try {
          const response = await requestParlays(product.url, account.token, { myPicks, idempotencyKey })
          if (!response.ok) return false
          const { parlays } = generateParlayResponse.parse(await response.json())
          answered.set(idempotencyKey, parlays.map(({ id }) => id).toSorted())
          if (answered.size === KILL_AFTER && !killed) {
            killed = true
            process.kill(pid, 'SIGKILL')
          }
          return true
        } catch {
          // The connection was closed with the killed process.
          return false
        }
      }
      const keys = Array.from({ length: CALLS }, () => randomUUID())
      const outcomes = await Promise.all(keys.map(call))
      expect(outcomes).toContain(false)
      expect(answered.size).toBeGreaterThanOrEqual(KILL_AFTER)

      await waitUntil('healthy again', answers(`${product.url}/health`), 40_000)
      const read = () => readRecords(account)
      await waitUntil('the data service', () => read().then(Boolean, () => false), 20_000)
      const between = await read()
      expectConsistent(between)
      const savedIds = new Set(between.parlays.map(({ id }) => id))
      expect([...answered.values()].flat().filter((id) => !savedIds.has(id))).toEqual([])

      // Calls without an answer are repeated with the same key.
      for (const key of keys) await waitUntil(`an answer to ${key}`, () => call(key), 60_000)
      const after = await read()
      expectConsistent(after)
      const charged = after.runs.filter(({ state }) => state === 'captured')
      expect(charged.map((run) => run.idempotency_key).toSorted()).toEqual(keys.toSorted())
      for (const { id, idempotency_key } of charged) {
        const saved = after.parlays.filter(({ run_id }) => run_id === id).map((parlay) => parlay.id)
        expect(saved.toSorted()).toEqual(answered.get(idempotency_key))
      }
      expect([...savedIds].filter((id) => !after.parlays.some((parlay) => parlay.id === id))).toEqual([])
      expect(after.credits).toBe(0)
    },
    180_000,
  )
})
