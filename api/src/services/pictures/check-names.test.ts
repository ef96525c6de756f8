import { parseLeagueClock } from '@propsight/shared/domain'
import { expect, it } from 'vitest'
import type { Upstream } from '../../sources/upstream.ts'
import { refusingUpstream } from '../../testing/fake-deps.ts'
import { checkNames, type League, readLeague } from './check-names.ts'
import { compareReadings } from './extract-stats.ts'
import { readRow } from './testing/read-row.ts'
import { smallLeague } from './testing/serve-extract-stats.ts'

const clock = parseLeagueClock('frozen:2026-07-15T16:00:00Z')
const league = async () => {
  const found = await readLeague({ upstream: smallLeague, clock })
  if (!found) throw new Error('the small league answers at once')
  return found
}
const club = (id: number, abbreviation: string) => ({ id, name: abbreviation, abbreviation })
const player = (id: number, fullName: string, clubId: number) => ({
  id,
  fullName,
  currentTeam: { id: clubId },
})
const similarLeague: League = {
  teams: [club(1, 'SEA'), club(2, 'TEX')],
  people: [
    player(1, 'Elías Quiñónez', 1),
    player(2, 'Josh Naylor', 1),
    player(3, 'Bo Naylor', 1),
    player(4, 'Mateo Villareal', 2),
    player(5, 'Mateo Villarreal', 1),
    player(6, 'Elian Quintero', 2),
  ],
}
/** The row of a name as read after its comparison with a league of similar names. */
const checked = async (name: string, changes: Parameters<typeof readRow>[0] = {}) =>
  (await checkNames([readRow({ team: 'SEA', name, ...changes })], similarLeague))[0]
const doubtsOf = async (changes: Parameters<typeof readRow>[0]) =>
  (await checkNames([readRow(changes)], await league()))[0]?.doubts

it('N5: a player of the league is not doubted, regardless of accents and case', async () => {
  expect(await doubtsOf({})).toEqual([])
  expect(await doubtsOf({ name: 'IAN HÄPP' })).toEqual([])
})

it('N5: an unknown or ambiguous name is doubted', async () => {
  expect(await doubtsOf({ name: 'Ivo Hopkin' })).toEqual([
    { field: 'name', reason: 'No player in the league has this name.' },
  ])
  expect(await doubtsOf({ name: 'Max Lee', team: '' })).toEqual([
    { field: 'name', reason: 'More than one player has this name.' },
  ])
})

it('N5: a team other than the league lists is doubted', async () => {
  expect(await doubtsOf({ team: 'STL' })).toEqual([{ field: 'team', reason: 'The league lists CHC.' }])
})

it('N5: a doubt of the reader about a field is kept', async () => {
  const own = { field: 'name' as const, reason: 'Two readings differ.' }
  expect(await doubtsOf({ name: 'Ivo Hopkin', doubts: [own] })).toEqual([own])
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
    const found = await readLeague({ upstream, clock }, null, 20)
    expect(found).toBeNull()
    expect((await checkNames([readRow()], found))[0]?.doubts).toEqual([
      { field: 'name', reason: 'The league could not be asked whether this name is right.' },
    ])
  }
})

it('N5: a misread name is replaced by that of the only similar player of the club, and kept as read', async () => {
  const row = await checked('Elias Quifiénez', {
    nameReadings: ['Elias Quifiénez', 'Elias Quinonez'],
    doubts: [{ field: 'name', reason: 'Hard to read' }],
  })
  expect(row).toMatchObject({
    name: 'Elías Quiñónez',
    readName: 'Elias Quifiénez',
    doubts: [{ field: 'name', reason: "Read as 'Elias Quifiénez'." }],
  })
  expect(row).not.toHaveProperty('nameReadings')
})

it('N5: a name that lost its accents only is replaced without a mark', async () => {
  const row = await checked('Elias Quinonez', { doubts: [{ field: 'name', reason: 'Hard to read' }] })
  expect(row).toMatchObject({ name: 'Elías Quiñónez', doubts: [] })
  expect(row).not.toHaveProperty('readName')
})

it.each([
  ['is as similar to another player of the club', 'Jo Naylor', {}, ['Bo Naylor', 'Josh Naylor']],
  ['has too many wrong letters', 'Ellas Qufiomez', {}, ['Elías Quiñónez']],
  [
    'is more similar to a player of another club',
    'Mateo Villareall',
    { team: 'SEA' },
    ['Mateo Villareal', 'Mateo Villarreal'],
  ],
  [
    'may belong to another row',
    'Elias Quifiénez',
    { nameReadings: [] },
    ['Elías Quiñónez', 'Elian Quintero'],
  ],
  [
    'was read as two players',
    'Josh Nayler',
    { nameReadings: ['Josh Nayler', 'Elias Quinonez'] },
    ['Josh Naylor', 'Bo Naylor'],
  ],
])('N5: a name that %s keeps its doubt, with similar names', async (_, name, changes, similarNames) => {
  const row = await checked(name, changes)
  expect(row).toMatchObject({ name, similarNames })
  expect(row).not.toHaveProperty('readName')
  expect(row?.doubts.map(({ field }) => field)).toEqual(['name'])
})

it('N5: a name keeps its doubt if the second reading has another player and may belong to another row', async () => {
  const { nameReadings: _, game: __, ...byModel } = readRow({ name: 'Josh Naylor', team: 'SEA' })
  const own = readRow({ name: 'Bo Naylor', team: 'SEA', nameReadings: [] })
  const [row] = await checkNames(compareReadings([byModel], [own]), similarLeague)
  expect(row).toMatchObject({
    name: 'Josh Naylor',
    similarNames: ['Bo Naylor'],
    doubts: [{ field: 'name', reason: "The second reading says 'Bo Naylor'." }],
  })
})

it('N5: a name unlike any other has a doubt and no similar names', async () => {
  const row = await checked('Wilhelmina Abernathy')
  expect(row?.doubts).toEqual([{ field: 'name', reason: 'No player in the league has this name.' }])
  expect(row).not.toHaveProperty('similarNames')
})

it('N5: other requests are answered while the names of a picture are compared', async () => {
  const letters = (seed: number) =>
    Array.from({ length: 14 }, (_, at) => 'aeinorst'[(seed >> at) & 7]).join('')
  const people = Array.from({ length: 1_500 }, (_, id) => player(id, letters(id * 7_919), 1))
  const rows = Array.from({ length: 60 }, (_, index) =>
    readRow({ name: letters(index * 104_729), team: 'SEA' }),
  )
  let rounds = 0
  let isDone = false
  const count = () => {
    if (isDone) return
    rounds += 1
    setImmediate(count)
  }
  setImmediate(count)
  await checkNames(rows, { ...similarLeague, people })
  isDone = true
  expect(rounds).toBeGreaterThan(3)
})

it.each([
  [
    'names the own club as the opponent',
    { opponent: 'SEA' },
    { team: 'SEA', opponent: null, homeAway: null },
  ],
  ['names the own club by another code', { team: 'AZ', opponent: 'ARI' }, { opponent: null, homeAway: null }],
  ['has no club, and the opponent is that of the player', { team: '', opponent: 'SEA' }, { opponent: null }],
])('N5 G05: a row that %s gets no opponent and a doubt', async (_, changes, expected) => {
  const row = await checked('Josh Naylor', changes)
  expect(row).toMatchObject(expected)
  expect(row?.doubts.map(({ field }) => field)).toContain('opponent')
})

it.each([
  [
    { first: 'TEX', second: 'SEA', secondIsHome: null },
    { team: 'SEA', opponent: 'TEX', homeAway: null },
  ],
  [
    { first: 'SEA', second: 'TEX', secondIsHome: true },
    { team: 'SEA', opponent: 'TEX', homeAway: 'AWAY' },
  ],
  [
    { first: 'TEX', second: 'SEA', secondIsHome: true },
    { team: 'SEA', opponent: 'TEX', homeAway: 'HOME' },
  ],
  [
    { first: 'TEX', second: 'HOU', secondIsHome: null },
    { team: '', opponent: null, homeAway: null },
  ],
] as const)(
  'N5 G05: of the game %j the league decides which club is that of the player',
  async (game, expected) => {
    expect(await checked('Josh Naylor', { team: '', opponent: null, homeAway: null, game })).toMatchObject(
      expected,
    )
  },
)

it.each(['Pitches Thrown', '1st Inning Runs Allowed', 'Hits Allowed (Combo)'])(
  'N5 G04: the market %s outside of the list keeps its row, and is named as not offered',
  async (statType) => {
    const row = await checked('Josh Naylor', { statType })
    expect(row).toMatchObject({ statType, line: 1.5, side: 'OVER' })
    expect(row?.doubts.flatMap(({ parts }) => parts ?? [])).toEqual([
      { field: 'statType', reason: `${statType} is not offered` },
    ])
  },
)
