import { describe, expect, it } from 'vitest'
import type { RosterTransaction } from './roster-transactions.ts'
import { deriveAvailability, NEWS_FRESH_DAYS, SUSPENSION_DAYS } from './roster-transactions.ts'

const TODAY = '2026-07-17'
const CLUB = 'Seattle Mariners'
let lastId = 0
const transaction = (
  date: string,
  typeCode: string,
  description: string,
  changes: Partial<RosterTransaction> = {},
): RosterTransaction => {
  lastId += 1
  return { id: lastId, date, typeCode, description, ...changes }
}
const statusChange = (date: string, description: string, changes: Partial<RosterTransaction> = {}) =>
  transaction(date, 'SC', `${CLUB} ${description}`, changes)
const placed = (date: string, list = '10-day injured list') =>
  statusChange(date, `placed RF Bo Bat on the ${list}. Left hamstring strain.`)
const availabilityOf = (transactions: readonly RosterTransaction[], today = TODAY, lastGame?: string) => {
  const found = deriveAvailability(transactions, today, lastGame)
  return found && [found.state, found.label, found.date]
}

describe('N12 availability of a player', () => {
  it.each(['7-day', '10-day', '15-day', '60-day'])(
    'is "out" on the %s injured list, with the source text',
    (days) => {
      expect(deriveAvailability([placed('2026-07-10', `${days} injured list`)], TODAY)).toEqual({
        state: 'out',
        label: `${days} injured list`,
        date: '2026-07-10',
        text: `Seattle Mariners placed RF Bo Bat on the ${days} injured list. Left hamstring strain.`,
      })
    },
  )
  it.each([
    'bereavement list',
    'family medical emergency list',
    'paternity list',
    'restricted list',
    '7-day concussion injured list',
    'suspended list',
  ])('is "out" on the %s, and "returned" after the activation', (list) => {
    const out = statusChange('2026-07-10', `placed RF Bo Bat on the ${list}.`)
    expect(availabilityOf([out])).toEqual(['out', list, '2026-07-10'])
    const activated = statusChange('2026-07-14', `activated RF Bo Bat from the ${list}.`)
    expect(availabilityOf([out, activated])).toEqual(['returned', 'activated', '2026-07-14'])
  })
  it.each(['reserve list', 'Development List'])('ignores the %s', (list) => {
    expect(availabilityOf([statusChange('2026-07-10', `placed RF Bo Bat on the ${list}.`)])).toBeNull()
    expect(availabilityOf([statusChange('2026-07-10', `activated RF Bo Bat from the ${list}.`)])).toBeNull()
  })
  it('counts a retroactive placement from its filing date', () => {
    const retroactive = statusChange(
      '2026-07-10',
      'placed RHP Al Arm on the 15-day injured list retroactive to July 8, 2026. Right elbow sprain.',
      { effectiveDate: '2026-07-08' },
    )
    const recalled = transaction('2026-07-09', 'CU', `${CLUB} recalled RHP Al Arm from Tacoma Rainiers.`)
    expect(availabilityOf([retroactive, recalled])).toEqual(['out', '15-day injured list', '2026-07-10'])
  })
  it('follows a transfer to another list and stays "out" on a rehabilitation assignment', () => {
    const transactions = [
      placed('2026-06-10'),
      statusChange(
        '2026-07-01',
        'transferred RF Bo Bat from the 10-day injured list to the 60-day injured list. Right knee laceration.',
      ),
      transaction('2026-07-12', 'ASG', `${CLUB} sent RF Bo Bat on a rehab assignment to Tacoma Rainiers.`),
    ]
    expect(availabilityOf(transactions)).toEqual(['out', '60-day injured list', '2026-07-01'])
    expect(availabilityOf(transactions.toReversed())).toEqual(['out', '60-day injured list', '2026-07-01'])
  })
  it.each(['activated', 'reinstated'])('is "returned" for two weeks after a player was %s', (word) => {
    const transactions = [
      placed('2026-06-20'),
      statusChange('2026-07-08', `${word} RF Bo Bat from the 10-day injured list.`),
    ]
    expect(NEWS_FRESH_DAYS).toBe(14)
    expect(availabilityOf(transactions)).toEqual(['returned', word, '2026-07-08'])
    expect(availabilityOf(transactions, '2026-07-21')).toEqual(['returned', word, '2026-07-08'])
    expect(availabilityOf(transactions, '2026-07-22')).toBeNull()
  })
  it.each([
    ['TR', 'Houston Astros traded RF Bo Bat to Seattle Mariners.', 'traded'],
    ['CU', 'Seattle Mariners recalled RF Bo Bat from Tacoma Rainiers.', 'recalled'],
    ['OPT', 'Seattle Mariners optioned RF Bo Bat to Tacoma Rainiers.', 'optioned'],
    ['DES', 'Seattle Mariners designated RF Bo Bat for assignment.', 'designated for assignment'],
    ['CLW', 'Seattle Mariners claimed RF Bo Bat off waivers from Houston Astros.', 'claimed off waivers'],
    ['SE', 'Seattle Mariners selected the contract of RF Bo Bat from Tacoma Rainiers.', 'contract selected'],
    ['OUT', 'Seattle Mariners sent RF Bo Bat outright to Tacoma Rainiers.', 'outrighted'],
    ['REL', 'Seattle Mariners released RF Bo Bat.', 'released'],
  ])(
    'is "moved" for two weeks after code %s, and parses the text of an unknown code',
    (code, text, label) => {
      expect(availabilityOf([transaction('2026-07-04', code, text)])).toEqual(['moved', label, '2026-07-04'])
      expect(availabilityOf([transaction('2026-07-03', code, text)])).toBeNull()
      if (code !== 'OUT' && code !== 'REL') {
        expect(availabilityOf([transaction('2026-07-04', 'XX', text)])).toEqual([
          'moved',
          label,
          '2026-07-04',
        ])
      }
    },
  )
  it('uses the last transaction of a day, and ignores a plain activation after a trade', () => {
    const activatedAndOptioned = [
      placed('2026-06-20', '15-day injured list'),
      statusChange('2026-07-12', 'activated RHP Al Arm from the 15-day injured list.', { id: 9_000_071 }),
      transaction('2026-07-12', 'OPT', `${CLUB} optioned RHP Al Arm to Tacoma Rainiers.`, { id: 9_000_072 }),
    ]
    expect(availabilityOf(activatedAndOptioned)).toEqual(['moved', 'optioned', '2026-07-12'])
    const traded = [
      transaction('2026-07-14', 'TR', 'Houston Astros traded RF Bo Bat to Seattle Mariners.'),
      statusChange('2026-07-15', 'activated RF Bo Bat.'),
    ]
    expect(availabilityOf(traded)).toEqual(['moved', 'traded', '2026-07-14'])
  })
  it('stays "out" after a trade and ends with a recall', () => {
    const injured = placed('2026-07-01')
    const trade = transaction('2026-07-10', 'TR', 'Seattle Mariners traded RF Bo Bat to Houston Astros.')
    expect(availabilityOf([injured, trade])).toEqual(['out', '10-day injured list', '2026-07-01'])
    const recalled = transaction(
      '2026-07-10',
      'CU',
      'Seattle Mariners recalled RF Bo Bat from Tacoma Rainiers.',
    )
    expect(availabilityOf([injured, recalled])).toEqual(['moved', 'recalled', '2026-07-10'])
  })
  it('is "out" during a suspension until the activation, for at most two weeks', () => {
    const suspended = transaction('2026-07-08', 'SU', 'RHP Al Arm suspended.')
    expect(SUSPENSION_DAYS).toBe(14)
    expect(availabilityOf([suspended])).toEqual(['out', 'suspended', '2026-07-08'])
    expect(availabilityOf([suspended], '2026-07-22')).toBeNull()
    expect(availabilityOf([suspended, statusChange('2026-07-12', 'activated RHP Al Arm.')])).toEqual([
      'returned',
      'activated',
      '2026-07-12',
    ])
  })
  it('ignores a placement before the last game played', () => {
    expect(availabilityOf([placed('2026-07-10')], TODAY, '2026-07-10')).toEqual([
      'out',
      '10-day injured list',
      '2026-07-10',
    ])
    expect(availabilityOf([placed('2026-07-10')], TODAY, '2026-07-11')).toBeNull()
  })
  it('ignores a transaction before its effective date', () => {
    const announced = statusChange('2026-07-16', 'placed RF Bo Bat on the paternity list.', {
      effectiveDate: '2026-07-18',
    })
    expect(availabilityOf([announced])).toBeNull()
    expect(availabilityOf([announced], '2026-07-18')).toEqual(['out', 'paternity list', '2026-07-18'])
  })
  it('ignores number changes, All-Star activations, plain status changes and empty lists', () => {
    expect(availabilityOf([])).toBeNull()
    for (const [code, text] of [
      ['NUM', 'RF Bo Bat changed number to 42.'],
      ['SC', 'American League All-Stars activated RF Bo Bat.'],
      ['SC', 'RF Bo Bat roster status changed by Seattle Mariners.'],
      ['SC', 'Seattle Mariners activated RF Bo Bat.'],
      ['ASG', 'RF Bo Bat assigned to Tacoma Rainiers from ACL Mariners.'],
      ['SFA', 'Seattle Mariners signed free agent RF Bo Bat.'],
      ['constructor', 'Nothing to read.'],
      ['', '…'],
    ] as const) {
      expect(availabilityOf([transaction('2026-07-15', code, text)]), text).toBeNull()
    }
  })
})
