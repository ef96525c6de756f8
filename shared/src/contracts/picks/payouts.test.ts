import { describe, expect, it } from 'vitest'
import { PRIZEPICKS_PAYOUTS } from '../../domain/payouts/payout.ts'
import { payoutTableSchema } from './payouts.ts'

describe('operator-defined payout table', () => {
  it('is unchanged by a round trip through JSON', () => {
    const written: unknown = JSON.parse(JSON.stringify(PRIZEPICKS_PAYOUTS))
    expect(payoutTableSchema.parse(written)).toEqual(PRIZEPICKS_PAYOUTS)
  })

  it.each([
    [{ power: { 2: 3, 4: 10 }, flex: {} }, 'power: sizes must run from 2 without a gap, not 2, 4'],
    [{ flex: { 3: [1, 2] } }, 'flex 3: a miss must not pay more'],
    [{ readOn: 'today' }, 'Invalid ISO date'],
    [{ power: { 2: '3' } }, 'Invalid input: expected number, received string'],
  ])('is refused for %j with a message', (change, message) => {
    const { error } = payoutTableSchema.safeParse({ ...PRIZEPICKS_PAYOUTS, ...change })
    expect(error?.issues.map((issue) => issue.message)).toContain(message)
  })
})
