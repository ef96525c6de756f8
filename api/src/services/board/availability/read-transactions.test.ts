import { parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../sources/stats/finished-games.ts'
import { startUpstream } from '../../../sources/testing/test-upstream.ts'
import { readTransactions, TRANSACTION_DAYS, transactionSpan } from './read-transactions.ts'

describe('N4 the date span of roster transactions', () => {
  it('covers at least the last sixty days including today and changes once a week', () => {
    expect(TRANSACTION_DAYS).toBe(60)
    const spans = Array.from({ length: 28 }, (_, days) => {
      const today = addDays('2026-06-20', days)
      const { startDate, endDate } = transactionSpan(today)
      expect(startDate <= addDays(today, -TRANSACTION_DAYS), today).toBe(true)
      expect(endDate >= today, today).toBe(true)
      expect(addDays(startDate, TRANSACTION_DAYS + 6)).toBe(endDate)
      return startDate
    })
    expect([4, 5]).toContain(new Set(spans).size)
  })
  it('is read in one request for parallel callers', async () => {
    const clock = parseLeagueClock('frozen:2026-07-17T15:00:00Z')
    const transaction = {
      id: 1,
      person: { id: 7 },
      toTeam: { id: 136 },
      date: '2026-07-10',
      typeCode: 'SC',
      description: 'Seattle Mariners activated RF Bo Bat from the 10-day injured list.',
    }
    const { upstream, asked } = await startUpstream(() => ({
      transactions: [transaction, { ...transaction, id: 2 }],
    }))
    const [first, second] = await Promise.all([
      readTransactions({ upstream, clock }),
      readTransactions({ upstream, clock }),
    ])
    expect(first.value.get(7)?.map(({ id }) => id)).toEqual([1, 2])
    expect(second.value).toBe(first.value)
    expect(asked).toHaveLength(1)
  })
})
