import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { emptyUpstream, fakeDeps } from '../../testing/fake-deps.ts'
import { markAvailability, readTransactionsInTime } from './player-records.ts'
import { aRecord } from './testing/record-fixtures.ts'

const placed = {
  id: 1,
  person: { id: 1, fullName: 'Bo Bat' },
  date: '2026-07-10',
  typeCode: 'SC',
  description: 'New York Yankees placed RF Bo Bat on the 10-day injured list. Left hamstring strain.',
}
const depsWith = (transactions: () => Promise<never>) => {
  const upstream = { ...emptyUpstream, stats: { ...emptyUpstream.stats, transactions } }
  return fakeDeps({ upstream, log: pino({ level: 'silent' }) })
}

describe('N4 player availability', () => {
  it('is read from the roster transactions instead of the game logs', () => {
    const transactions = new Map([[1, [placed]]])
    expect(markAvailability(aRecord(0.7), transactions, '2026-07-15')).toMatchObject({
      availability: { state: 'out', label: '10-day injured list', date: '2026-07-10' },
    })
    const other = aRecord(0.7, { personId: 2 })
    expect(markAvailability(other, transactions, '2026-07-15')).toBe(other)
    expect(markAvailability(other, null, '2026-07-15')).toBe(other)
  })
  it('is taken from the game logs when the roster transactions cannot be read', async () => {
    expect(
      await readTransactionsInTime(depsWith(async () => Promise.reject(new Error('unavailable')))),
    ).toBeNull()
  })
})
