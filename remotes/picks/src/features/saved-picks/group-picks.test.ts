import { expect, it } from 'vitest'
import { aLeg, aRow } from '../../testing/pick-fixtures.ts'
import { groupPicks } from './pick-grid.tsx'

const rows = ['pending', 'won', 'running', 'stopped', 'late', 'late-won', 'unknown'].map((id) => aRow({ id }))
const legs = new Map([
  ['pending', aLeg({ status: 'pending' })],
  ['won', aLeg({ status: 'winner', actual: 2 })],
  ['running', aLeg({ status: 'in-progress', actual: 1 })],
  ['stopped', aLeg({ status: 'suspended', actual: 1 })],
  ['late', aLeg({ status: 'pending' })],
  ['late-won', aLeg({ status: 'loser', actual: 0 })],
])
const named = (groups: ReturnType<typeof groupPicks>) =>
  groups.map(({ name, rows }) => [name, ...rows.map(({ id }) => id)])

it('P3 P7 separates open, settled and expired picks, and keeps their order', () => {
  const groups = groupPicks(rows, legs, ({ id }) => id.startsWith('late'))
  expect(named(groups)).toEqual([
    ['Open', 'pending', 'running', 'stopped', 'unknown'],
    ['Settled', 'won', 'late-won'],
    ['Expired', 'late'],
  ])
  expect(groups.map(({ before }) => before)).toEqual([0, 4, 6])
})

it('has no empty groups', () => {
  expect(named(groupPicks(rows.slice(0, 1), legs, () => false))).toEqual([['Open', 'pending']])
  expect(groupPicks([], legs, () => false)).toEqual([])
})
