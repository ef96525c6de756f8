import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { statsTransactionSchema } from '../../../sources/stats/format/roster.ts'
import { emptyUpstream } from '../../../testing/fake-deps.ts'
import { prefetchedTransactions, prefetchTransactions } from './read-transactions.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const HOUR_MS = 3_600_000
const TRANSACTION = statsTransactionSchema.parse({
  id: 1,
  person: { id: 7 },
  toTeam: { id: 136 },
  date: '2026-07-10',
  typeCode: 'SC',
  description: 'Seattle Mariners activated RF Bo Bat from the 10-day injured list.',
})

/** Parts whose service returns transactions, or fails while `failing` is set. */
function partsOf() {
  const warnings: string[] = []
  const service = { failing: false }
  const transactions = vi.fn(async () => {
    if (service.failing) throw new Error('the service is unavailable')
    return { value: [TRANSACTION], readAt: '2026-07-17T15:00:00.000Z', ageSeconds: 0, stale: false }
  })
  const upstream = { ...emptyUpstream, stats: { ...emptyUpstream.stats, transactions } }
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) })
  const clock = parseLeagueClock('frozen:2026-07-17T15:00:00Z')
  return { parts: { upstream, clock, log }, transactions, service, warnings }
}
const transactionCount = (parts: ReturnType<typeof partsOf>['parts']) =>
  prefetchedTransactions(parts)?.get(7)?.length

describe('N11 prefetched roster transactions', () => {
  it('are loaded in the background and refreshed every quarter of an hour', async () => {
    const { parts, transactions } = partsOf()
    expect([transactionCount(parts), transactionCount(parts)]).toEqual([undefined, undefined])
    expect(transactions).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3_000)
    expect([transactionCount(parts), transactionCount(parts)]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(HOUR_MS / 4)
    expect(transactionCount(parts)).toBe(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(transactions).toHaveBeenCalledTimes(2)
  })
  it('are kept for six hours while the service fails, and dropped after that', async () => {
    const { parts, service, warnings } = partsOf()
    const stop = prefetchTransactions(parts)
    await vi.advanceTimersByTimeAsync(3_000)
    service.failing = true
    await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
    expect(transactionCount(parts)).toBe(1)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(transactionCount(parts)).toBeUndefined()
    expect(warnings.join()).toContain('the service is unavailable')
    stop()
  })
  it('are refreshed every hour without requests until the prefetch is stopped', async () => {
    const { parts, transactions } = partsOf()
    const stop = prefetchTransactions(parts)
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS + 3_000)
    expect(transactions).toHaveBeenCalledTimes(4)
    stop()
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
    expect(transactions).toHaveBeenCalledTimes(4)
  })
})
