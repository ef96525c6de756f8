import { parseLeagueClock } from '@propsight/shared/domain'
import { expect, it } from 'vitest'
import type { Upstream } from '../../sources/upstream.ts'
import { refusingUpstream } from '../../testing/fake-deps.ts'
import { checkNames, readLeague, toRoster } from './check-names.ts'
import { readRow } from './testing/read-row.ts'
import { smallLeague } from './testing/serve-extract-stats.ts'

const clock = parseLeagueClock('frozen:2026-07-15T16:00:00Z')
const league = async () => {
  const found = await readLeague({ upstream: smallLeague, clock })
  if (!found) throw new Error('the small league answers at once')
  return found
}
const doubtsOf = async (changes: Parameters<typeof readRow>[0]) =>
  checkNames([readRow(changes)], await league())[0]?.doubts

it('N5: a player of the league is not doubted, regardless of accents and case', async () => {
  expect(await doubtsOf({})).toEqual([])
  expect(await doubtsOf({ name: 'IAN HÄPP' })).toEqual([])
})

it('N5: an unknown or ambiguous name is doubted', async () => {
  expect(await doubtsOf({ name: 'Ian Hopp' })).toEqual([
    { field: 'name', reason: 'Nobody in the league has this name.' },
  ])
  expect(await doubtsOf({ name: 'Max Lee', team: '' })).toEqual([
    { field: 'name', reason: 'More than one player has this name.' },
  ])
})

it('N5: a team other than the league lists is doubted', async () => {
  expect(await doubtsOf({ team: 'STL' })).toEqual([{ field: 'team', reason: 'The league has him with CHC.' }])
})

it('N5: a doubt of the reader about a field is kept', async () => {
  const own = { field: 'name' as const, reason: 'Two readings differ.' }
  expect(await doubtsOf({ name: 'Ian Hopp', doubts: [own] })).toEqual([own])
})

it('N5: every name is doubted when the league does not answer within the timeout', async () => {
  const late: Upstream = {
    ...smallLeague,
    stats: { ...smallLeague.stats, players: () => new Promise(() => undefined) },
  }
  const broken: Upstream = {
    ...refusingUpstream,
    stats: { ...refusingUpstream.stats, teams: async () => Promise.reject(new Error('unavailable')) },
  }
  for (const upstream of [late, broken]) {
    const found = await readLeague({ upstream, clock }, 20)
    expect(found).toBeNull()
    expect(checkNames([readRow()], found)[0]?.doubts).toEqual([
      { field: 'name', reason: 'The league could not be asked whether this name is right.' },
    ])
  }
})

it('N5: the reader gets the unambiguous names with their clubs', async () => {
  expect(toRoster(await league())).toEqual([{ name: 'Ian Happ', team: 'CHC' }])
})
