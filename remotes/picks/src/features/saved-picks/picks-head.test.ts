import { expect, it } from 'vitest'
import { aRow } from '../../testing/pick-fixtures.ts'
import { SORTS, sortPicks, zoneOfPicks } from './picks-head.tsx'

const at = (hour: number) => `2026-07-18T${hour}:00:00Z`
const rows = [
  aRow({ id: 'pick_1752850000001_aaaa', createdAt: at(12), expiresAt: at(23), confidence: 60 }),
  aRow({ id: 'pick_1752850000002_bbbb', createdAt: at(14), expiresAt: at(20), confidence: null }),
  aRow({ id: 'pick_1752850000003_cccc', createdAt: at(13), expiresAt: at(21), confidence: 81 }),
  aRow({ id: 'pick_1752850000004_dddd', createdAt: at(14), expiresAt: at(20), confidence: 60 }),
]

it.each([
  ['newest', 'bdca'],
  ['oldest', 'acbd'],
  ['confidence', 'cdab'],
  ['expiring', 'bdca'],
] as const)('P5 sortPicks sorts by %s, and equal picks newest first', (sort, order) => {
  expect(
    sortPicks(rows, sort)
      .map(({ id }) => id.at(-1))
      .join(''),
  ).toBe(order)
})

it('P5 SORTS offers the four specified orders', () => {
  expect(SORTS.map(({ label }) => label)).toEqual(['Newest', 'Oldest', 'Confidence', 'Expiring'])
})

it('P6 zoneOfPicks is the zone of the games that the cards show, not of the day they are read', () => {
  const picks = (...starts: (string | null)[]) => starts.map((gameTime) => aRow({ gameTime }))
  const zone = (rows: ReturnType<typeof picks>) => zoneOfPicks(rows, 'America/New_York')
  expect(zone(picks('2019-07-15T19:05:00Z', null))).toBe('EDT')
  expect(zone(picks('2019-12-15T19:05:00Z'))).toBe('EST')
  expect(zone(picks('2019-07-15T19:05:00Z', '2019-12-15T19:05:00Z'))).toBe('EDT/EST')
})
