import { describe, expect, it } from 'vitest'
import { PRIZEPICKS } from '../books/books.ts'
import { payoutProblems } from '../books/testing/payout-problems.ts'
import { breakEven, type EntryKind, type PayoutTable, payout } from './payout.ts'

const TABLE: PayoutTable = PRIZEPICKS.payouts

describe('payout', () => {
  it.each([
    // kind, wins, losses, ties, noPlays, paid
    ['power', 2, 0, 0, 0, 3],
    ['power', 6, 0, 0, 0, 37.5],
    ['power', 5, 1, 0, 0, 0],
    ['power', 3, 0, 1, 0, 5],
    ['power', 3, 0, 0, 1, 5],
    ['power', 2, 0, 1, 1, 3],
    ['power', 1, 0, 1, 0, 1.5],
    ['power', 0, 1, 1, 0, 0],
    ['power', 0, 0, 2, 0, 1],
    ['power', 1, 0, 0, 1, 1],
    ['power', 0, 1, 0, 1, 1],
    ['power', 0, 0, 1, 1, 1],
    ['power', 0, 0, 0, 2, 1],
    // The void leg is removed first, which leaves a Power 2 with a tie.
    ['power', 1, 0, 1, 1, 1.5],
    ['power', 0, 1, 1, 1, 0],
    ['power', 1, 0, 2, 0, 1.5],
    ['power', 1, 0, 0, 2, 1],
    ['flex', 3, 0, 0, 0, 2.25],
    ['flex', 2, 1, 0, 0, 1.25],
    ['flex', 1, 2, 0, 0, 0],
    ['flex', 2, 0, 1, 0, 3],
    ['flex', 1, 1, 1, 0, 0],
    ['flex', 1, 0, 2, 0, 1.5],
    ['flex', 3, 1, 1, 0, 1.5],
    ['flex', 3, 2, 0, 1, 0.4],
    ['flex', 4, 2, 0, 0, 0.4],
    ['flex', 3, 3, 0, 0, 0],
  ] satisfies [EntryKind, number, number, number, number, number][])(
    '%s: %d won, %d lost, %d tied, %d void pays %d',
    (kind, wins, losses, ties, _noPlays, paid) => {
      expect(payout(TABLE, kind, { wins, losses, ties })).toBe(paid)
    },
  )

  // A tie may pay more than a win: a Flex 3 with a tie becomes a Power 2 and pays 3, three wins pay 2.25.
  it('does not decrease when a lost leg ties or wins', () => {
    const upTo = (most: number) => Array.from({ length: most + 1 }, (_, at) => at)
    for (const kind of ['power', 'flex'] as const) {
      for (const wins of upTo(5)) {
        for (const losses of upTo(6 - wins).slice(1)) {
          for (const ties of upTo(6 - wins - losses)) {
            const paid = payout(TABLE, kind, { wins, losses, ties })
            const tied = payout(TABLE, kind, { wins, losses: losses - 1, ties: ties + 1 })
            const won = payout(TABLE, kind, { wins: wins + 1, losses: losses - 1, ties })
            expect(Math.min(tied, won)).toBeGreaterThanOrEqual(paid)
          }
        }
      }
    }
  })
})

describe('break-even of a leg by entry size', () => {
  it.each([
    ['power', 2, 57.7],
    ['power', 3, 58.5],
    ['power', 4, 56.2],
    ['power', 5, 54.9],
    ['power', 6, 54.7],
    ['flex', 3, 59.1],
    ['flex', 4, 56.9],
    ['flex', 5, 54.3],
    ['flex', 6, 54.2],
  ] satisfies [EntryKind, number, number][])('is, for %s %d: %d%%', (kind, legs, percent) => {
    expect((breakEven(TABLE, kind, legs) ?? 0) * 100).toBeCloseTo(percent, 1)
  })

  it('is null for sizes without a payout', () => {
    expect(breakEven(TABLE, 'power', 7)).toBeNull()
    expect(breakEven(TABLE, 'flex', 2)).toBeNull()
    expect(breakEven({ ...TABLE, power: { 2: 0.9 } }, 'power', 2)).toBeNull()
  })
})

describe('payout table', () => {
  it('has no problems as shipped', () => {
    expect(payoutProblems(TABLE)).toEqual([])
  })

  it.each([
    [{ readOn: 'yesterday' }, 'readOn: yesterday is not a day (YYYY-MM-DD)'],
    [{ power: {}, flex: {} }, 'power: at least one size is needed'],
    [{ power: { 2: 3, 4: 10 }, flex: {} }, 'power: sizes must run from 2 without a gap, not 2, 4'],
    [{ power: { 2: 3, 3: Number.NaN } }, 'power 3: must be a number from 0'],
    [{ flex: { 3: [2], 5: [10] } }, 'flex: sizes must run from 3 without a gap, not 3, 5'],
    [{ flex: { 9: [40] } }, 'flex 9: there is no Power 8 to fall to'],
    [{ flex: { 3: [1.25, 2.25] } }, 'flex 3: a miss must not pay more'],
    [{ flex: { 3: [] } }, 'flex 3: needs 1 to 3 payouts'],
    [{ flex: { 3: [-1] } }, 'flex 3: every payout must be a number from 0'],
    [{ lastLegWon: -1 }, 'lastLegWon: must be a number from 0'],
  ])('reports the problem of %j', (change, problem) => {
    expect(payoutProblems({ ...TABLE, ...change })).toEqual([problem])
  })
})
