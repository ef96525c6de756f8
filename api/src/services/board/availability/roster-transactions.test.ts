import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveAvailability, listTransactions } from './roster-transactions.ts'

const TODAY = '2026-07-17'

describe('roster transactions of a player', () => {
  it('N4 are listed oldest first, without duplicates that were filed under two ids', () => {
    const rehab = {
      date: '2026-07-07',
      typeCode: 'ASG',
      description: 'Seattle Mariners sent RHP Al Arm on a rehab assignment to Tacoma Rainiers.',
    }
    const placed = {
      id: 1,
      date: '2026-07-01',
      typeCode: 'SC',
      description: 'Seattle Mariners placed RHP Al Arm on the 15-day injured list. Right elbow sprain..',
    }
    const transactions = [
      { ...rehab, id: 9 },
      { ...rehab, id: 8, description: `${rehab.description.slice(0, -1)} ` },
      placed,
      { id: 3, date: '2026-07-05', typeCode: 'NUM', description: 'RHP Al Arm changed number to 42.' },
    ]
    expect(
      listTransactions(transactions, TODAY).map(({ label, date, effect }) => [label, date, effect]),
    ).toEqual([
      ['15-day injured list', '2026-07-01', 'out'],
      ['rehabilitation assignment', '2026-07-07', 'none'],
    ])
  })
  it('have the league’s description for an unknown type', () => {
    const transaction = {
      id: 1,
      date: '2026-07-01',
      typeCode: 'ACQ',
      typeDesc: 'Acquired',
      description: 'A acquired B.',
    }
    expect(listTransactions([transaction], TODAY)).toEqual([
      { effect: 'none', label: 'acquired', date: '2026-07-01', text: 'A acquired B.' },
    ])
  })
  it('stay within the limits of the contract for any input', () => {
    const day = fc
      .integer({ min: 1, max: 30 })
      .map((dayOfMonth) => `2026-07-${String(dayOfMonth).padStart(2, '0')}`)
    const words = fc.constantFrom(
      'placed X on the 10-day injured list',
      `placed X on the ${'very-'.repeat(20)}injured list`,
      'activated X from the 10-day injured list',
      'traded X',
      '',
    )
    const anyTransaction = fc.record({
      id: fc.integer(),
      date: day,
      effectiveDate: fc.option(day),
      typeCode: fc.oneof(fc.constantFrom('SC', 'TR', 'CU', 'OPT', 'SU'), fc.string()),
      typeDesc: fc.option(fc.string({ maxLength: 200 })),
      description: fc
        .tuple(fc.string({ maxLength: 500 }), words, fc.string({ maxLength: 500 }))
        .map((parts) => parts.join(' ')),
    })
    fc.assert(
      fc.property(fc.array(anyTransaction), (transactions) => {
        for (const { label, text, date } of listTransactions(transactions, TODAY)) {
          expect(label.length).toBeLessThanOrEqual(60)
          expect(text.length).toBeLessThanOrEqual(400)
          expect(date <= TODAY).toBe(true)
        }
        const found = deriveAvailability(transactions, TODAY)
        expect(found).toEqual(deriveAvailability(transactions.toReversed(), TODAY))
      }),
    )
  })
})
