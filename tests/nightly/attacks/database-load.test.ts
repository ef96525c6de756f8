import { randomUUID } from 'node:crypto'
import { testVariables } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordAttempts } from './support/attack-report.ts'
import { openTarget, type Target } from './support/target.ts'

/** One account attacks the database. Measured: the requests of the other users, before and during the attack. */

const PUBLISHABLE_KEY = testVariables.SUPABASE_PUBLISHABLE_KEY ?? ''
/** Parallel attacking requests. Each worker sends two a second: the rate limits of four addresses. */
const WORKERS = 20
const PAUSE_MS = 500
const SAMPLES = 150
/** Shorter times vary by scheduling alone. */
const FLOOR_MS = 20
const MAX_RATIO = 3

let target: Target
beforeAll(async () => {
  target = await openTarget()
}, 120_000)
afterAll(() => target?.close(), 30_000)

const call = async (path: string, token: string, init: RequestInit = {}) => {
  const response = await fetch(target.url + path, {
    ...init,
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...init.headers,
    },
  })
  return { status: response.status, text: await response.text() }
}
const percentile = (times: number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN

/** Requests of other users: a read, a sign-in and the readiness check. @returns durations and failures */
async function measure(): Promise<{ times: number[]; failures: string[] }> {
  const times: number[] = []
  const failures: string[] = []
  const { email, password, token } = target.owner
  const requests: [string, () => Promise<{ status: number }>][] = [
    ['profile', () => call('/rest/v1/user_profiles?select=credits', token)],
    ['picks', () => call('/rest/v1/my_picks?select=*&order=created_at.desc', token)],
    ['ready', () => call('/ready', token)],
    [
      'sign-in',
      () =>
        call('/auth/v1/token?grant_type=password', PUBLISHABLE_KEY, {
          method: 'POST',
          body: JSON.stringify({ email, password }),
        }),
    ],
  ]
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const [name, send] of requests) {
      const startedAt = performance.now()
      const { status } = await send()
      times.push(performance.now() - startedAt)
      if (status !== 200) failures.push(`${name} ${status}`)
    }
  }
  return { times, failures }
}

const BACK_REFERENCE = encodeURIComponent('(.{6,}).*(.{6,}).*\\1.*\\2')
const embed = (depth: number) => {
  let columns = 'id'
  for (let level = 1; level <= depth; level += 1) {
    columns = level % 2 ? `user_id,credit_ledger(${columns})` : `id,user_profiles(${columns})`
  }
  return `/rest/v1/${depth % 2 ? 'user_profiles' : 'credit_ledger'}?select=${columns}`
}
interface Attack {
  path: string
  method?: string
  /** Rows to insert, or the changed columns. */
  body?: () => object
}
const reads = (...paths: string[]): Attack[] => paths.map((path) => ({ path }))
const newRows = (): object =>
  Array.from({ length: 100 }, () => ({
    id: `pick_${Date.now()}_${randomUUID().slice(0, 8)}`,
    player_name: 'x',
    sport: 'NBA',
    reasoning: 'abcdefgh '.repeat(100),
  }))
const OWN_ROWS = '/rest/v1/my_picks?sport=eq.NBA'
const ATTACKS: [string, Attack[]][] = [
  ['patterns with back references', reads(`/rest/v1/my_picks?select=id&reasoning=match.${BACK_REFERENCE}`)],
  ['recursive embedding', reads(embed(10), embed(12))],
  [
    'the largest allowed answers and lists',
    reads(
      '/rest/v1/my_picks?select=*&order=reasoning.desc,player_name.asc',
      `/rest/v1/my_picks?select=id&id=in.(${Array.from({ length: 300 }, () => randomUUID()).join(',')})`,
      '/rest/v1/credit_ledger?select=*&order=created_at.desc&offset=0&limit=999999999',
    ),
  ],
  [
    'saving, changing and deleting picks',
    [
      { path: '/rest/v1/my_picks', method: 'POST', body: newRows },
      { path: OWN_ROWS, method: 'PATCH', body: () => ({ reasoning: randomUUID() }) },
      { path: OWN_ROWS, method: 'DELETE' },
    ],
  ],
]

describe('an attack of one account on the database', () => {
  beforeAll(async () => {
    // As much as one account may store, but for the last MB.
    const rows = Array.from({ length: 10 }, (_, index) => ({
      player_name: 'x',
      sport: 'MLB',
      reasoning: 'abcdefgh '.repeat(400) + index,
      pick: { text: 'x'.repeat(60_000) },
    }))
    for (let part = 0; part < 24; part += 1) {
      const own = rows.map((row, index) => ({ id: `pick_${Date.now()}_p${part}x${index}aaa`, ...row }))
      const { status, text } = await call('/rest/v1/my_picks', target.attacker.token, {
        method: 'POST',
        body: JSON.stringify(own.slice(0, 3)),
      })
      expect([status, text]).toEqual([201, ''])
    }
  }, 60_000)

  it.each(ATTACKS)(
    'by %s leaves the p99 of other users at 3 times the undisturbed value at most, without errors',
    async (name, attacks) => {
      await measure()
      const undisturbed = await measure()
      expect(undisturbed.failures).toEqual([])
      let attacking = true
      let bytes = 0
      const statuses: Record<string, number> = {}
      const workers = Array.from({ length: WORKERS }, async (_, worker) => {
        for (let sent = worker; attacking; sent += 1) {
          const startedAt = performance.now()
          const { path = '', method = 'GET', body } = attacks[sent % attacks.length] ?? {}
          const { status, text } = await call(path, target.attacker.token, {
            method,
            ...(body ? { body: JSON.stringify(body()) } : {}),
          })
          statuses[status] = (statuses[status] ?? 0) + 1
          bytes = Math.max(bytes, text.length)
          const rest = PAUSE_MS - (performance.now() - startedAt)
          if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
        }
      })
      const attacked = await measure()
      attacking = false
      await Promise.all(workers)
      const before = percentile(undisturbed.times, 0.99)
      const during = percentile(attacked.times, 0.99)
      const ratio = during / Math.max(before, FLOOR_MS)
      const figures = `p99 ${before.toFixed(1)} ms undisturbed, ${during.toFixed(1)} ms attacked, ratio ${ratio.toFixed(2)}`
      process.stdout.write(
        `${name}: ${figures}; ${JSON.stringify(statuses)}, longest answer ${bytes} characters\n`,
      )
      expect(attacked.failures).toEqual([])
      expect(ratio).toBeLessThanOrEqual(MAX_RATIO)
      const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
      recordAttempts(`load of one account: ${name}`, sent, figures)
    },
    300_000,
  )
})
