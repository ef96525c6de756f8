import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeague } from '../start-league.ts'
import { batterRow, type Cells, gameRow, starterRow, writeSmallSeason } from '../testing/small-season.ts'
import { makeReplayWorld } from './replay-world.ts'

const root = mkdtempSync(join(tmpdir(), 'propsight-parks-'))
afterAll(() => rmSync(root, { recursive: true }))
let folders = 0

/** A season of two games of Chicago at home, the second on the day of the replay. */
const written = (first: Cells, second: Cells, clubs: readonly [string, string] = ['CHN', 'LAN']): string => {
  const [home, away] = clubs
  const played = gameRow('2023-06-23', home, away, first)
  const dir = join(root, String(folders++))
  writeSmallSeason(dir, {
    games: [played, gameRow('2023-06-24', home, away, second)],
    batting: [batterRow(played, 'home', 'bat-one', 820_001), batterRow(played, 'away', 'bat-two', 820_002)],
    pitching: [starterRow(played, 'home', 820_010), starterRow(played, 'away', 820_011)],
  })
  return dir
}
const parkOf = (dir: string, game = 1) => {
  const world = makeReplayWorld(dir, '2023-06-24')
  return {
    park: world.parks.find(({ id }) => id === world.games[game]?.venueId),
    startsAt: world.games[game]?.startsAt,
  }
}
const NEUTRAL = [1, 1, 1, 1, 1, 1]
const HOME = { park: 'CHI11' }

describe('the park of a replayed game', () => {
  it.each([
    ['TOK01', 'Tokyo Dome', '2023-06-24T10:10:00Z'],
    ['SEO01', 'Gocheok Sky Dome', '2023-06-24T10:10:00Z'],
    ['LON01', 'London Stadium', '2023-06-24T18:10:00Z'],
    ['MEX02', 'Estadio Alfredo Harp Helú', '2023-06-25T01:10:00Z'],
    ['MNT01', 'Estadio de Béisbol Monterrey', '2023-06-25T01:10:00Z'],
    ['BIR01', 'Rickwood Field', '2023-06-25T00:10:00Z'],
    ['WIL02', 'Bowman Field', '2023-06-24T23:10:00Z'],
    ['OMA01', 'TD Ameritrade Park Omaha', '2023-06-25T00:10:00Z'],
    ['XYZ99', 'Park XYZ99', '2023-06-25T00:10:00Z'],
  ])('%s is a neutral one with its own local time', (park, name, startsAt) => {
    const found = parkOf(written(HOME, { park }))
    expect(found.park).toMatchObject({ name, factors: NEUTRAL })
    expect(found.startsAt).toBe(startsAt)
  })

  it.each([
    ['CHI11', 17],
    ['LOS03', 22],
    ['STL10', 2889],
    ['OAK01', 10],
  ])('%s is that of the row, also where it is not the home club’s', (park, id) => {
    expect(parkOf(written(HOME, { park })).park?.id).toBe(id)
  })

  it('is unknown and neutral for an empty cell, and the home club’s only in a file without parks', () => {
    expect(parkOf(written(HOME, { park: '' })).park).toMatchObject({ name: 'Unknown park', factors: NEUTRAL })
    expect(parkOf(written({}, {})).park?.id).toBe(17)
    expect(parkOf(written({ park: '' }, { park: '' })).park?.id).toBe(17)
  })

  it.each([
    ['TEX', 'ARL02', 'Globe Life Park in Arlington'],
    ['ATL', 'ATL02', 'Turner Field'],
    ['TBA', 'TAM02', 'George M. Steinbrenner Field'],
  ])('of %s in a former or temporary home %s has no factors of today’s park', (club, park, name) => {
    const dir = written({ park }, { park }, [club, 'NYA'])
    expect(parkOf(dir, 0).park).toMatchObject({ name, factors: NEUTRAL })
  })

  it('is served as the venue of the game, with the club’s own park beside it and without its location', async () => {
    const dir = written(HOME, { park: 'TOK01' })
    const clock = parseLeagueClock('frozen:2023-06-24T13:00:00Z')
    const league = await startLeague({ mode: 'replay', clock, replay: { dir, date: '2023-06-24' } })
    const path = '/api/v1/schedule?sportId=1&date=2023-06-24&hydrate=team,venue(location,timezone)'
    const body = await (await fetch(`${league.url}${path}`)).json()
    const [game] = body.dates[0].games
    expect(game.venue).toMatchObject({ name: 'Tokyo Dome', timeZone: { id: 'Asia/Tokyo' } })
    expect(game.venue).not.toHaveProperty('location')
    expect(game.teams.home.team.venue).toMatchObject({ id: 17 })
    await league.close()
  })
})
