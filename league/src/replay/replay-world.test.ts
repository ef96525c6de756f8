import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataSourceSchema } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type League, startLeague } from '../index.ts'
import { FIXTURE_DAY, writePlainFixture, writeRetrosheetFixture } from '../testing/replay-fixture.ts'
import { BAT } from '../world/stat-fields.ts'
import { makeReplayWorld, replayLabel } from './replay-world.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-replay-'))
const real = join(import.meta.dirname, '../../../../shared/season-2019')
afterAll(() => rmSync(home, { recursive: true }))

const DATE = /\b\d{4}-\d{2}-\d{2}\b/g

const start = (dir: string, date: string): Promise<League> =>
  startLeague({ mode: 'replay', clock: parseLeagueClock(`frozen:${date}T13:00:00Z`), replay: { dir, date } })

/** Requests every path that could reveal the day or later, and checks the answers. */
const expectNoFuture = async (league: League, date: string, last: string): Promise<void> => {
  const text = async (path: string): Promise<string> => (await fetch(`${league.url}${path}`)).text()
  const { people, games } = league.testHooks.world()
  const ids = people.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += 200) {
    const hydrate = encodeURIComponent(
      `stats(group=[hitting,pitching],type=[gameLog],season=${date.slice(0, 4)})`,
    )
    const body = await text(
      `/api/v1/people?personIds=${ids.slice(at, at + 200).join(',')}&hydrate=${hydrate}&fields=people,stats,splits,date`,
    )
    for (const [found] of body.matchAll(DATE)) expect(found < date, found).toBe(true)
  }
  const range = await text(
    `/api/v1/schedule?sportId=1&startDate=${date}&endDate=${last}&hydrate=linescore,probablePitcher`,
  )
  expect(range).not.toMatch(/"score"|"isWinner"|"linescore"|"Final"/)
  for (const { date: listed } of JSON.parse(range).dates) expect(listed).toBe(date)
  for (const game of games.filter((each) => each.date === date)) {
    const feed = await text(`/api/v1.1/game/${game.pk}/feed/live`)
    expect(JSON.parse(feed).liveData).toMatchObject({
      linescore: { innings: [], teams: { home: {}, away: {} } },
      boxscore: { teams: { home: { battingOrder: [], batters: [] } } },
    })
    expect(feed).not.toContain('"decisions"')
  }
  expect(games.every((game) => game.date <= date)).toBe(true)
}

it.each([true, false])('the longest label fits a page, start times assumed: %s', (startsAssumed) => {
  const label = replayLabel('2019-09-15', startsAssumed)
  expect(dataSourceSchema.shape.label.parse(label)).toContain('September 15')
})

describe('replay of a small invented season', () => {
  const plain = join(home, 'plain')
  const retrosheet = join(home, 'retrosheet')
  beforeAll(() => {
    writePlainFixture(plain)
    writeRetrosheetFixture(retrosheet)
  })

  it('reveals nothing of its day or later on any path', async () => {
    for (const dir of [plain, retrosheet]) {
      const league = await start(dir, FIXTURE_DAY)
      const label = 'Season 2022 · May 4 · lines priced by Propsight'
      expect(league.label).toBe(`${label}${dir === plain ? ' · start times assumed' : ' from that morning'}`)
      await expectNoFuture(league, FIXTURE_DAY, '2022-05-10')
      await league.close()
    }
  })

  it('does not change when only the results of its day change', () => {
    const world = makeReplayWorld(plain, FIXTURE_DAY)
    const changed = join(home, 'changed')
    writePlainFixture(changed)
    const file = join(changed, 'batting.csv')
    const other = readFileSync(file, 'utf8').replaceAll(
      new RegExp(`^(${FIXTURE_DAY}.*?,4),\\d,`, 'gm'),
      '$1,4,',
    )
    expect(other).not.toBe(readFileSync(file, 'utf8'))
    writeFileSync(file, other)
    expect(makeReplayWorld(changed, FIXTURE_DAY)).toEqual(world)
  })

  it('reads the same lines, results and starters from both formats', () => {
    const fromPlain = makeReplayWorld(plain, FIXTURE_DAY)
    const fromRetrosheet = makeReplayWorld(retrosheet, FIXTURE_DAY)
    expect(fromRetrosheet.batting.length).toBe(fromPlain.batting.length)
    expect(fromRetrosheet.batting.length).toBe(54)
    expect(fromRetrosheet.games.map(({ result }) => result?.total)).toEqual(
      fromPlain.games.map(({ result }) => result?.total),
    )
    const names = (world: typeof fromPlain) =>
      world.games.map(({ probables }) => world.people.find(({ id }) => id === probables?.home)?.fullName)
    expect(names(fromRetrosheet)).toEqual(names(fromPlain))
    expect(fromPlain.people.find(({ fullName }) => fullName === 'Bat Óscar 0')?.id).toBe(700_001)
    expect(fromPlain.games.at(-1)).toMatchObject({
      homeId: 111,
      awayId: 147,
      startsAt: '2022-05-04T23:05:00Z',
    })
    expect(fromRetrosheet.games.at(-1)).toMatchObject({ startsAt: '2022-05-04T23:10:00Z' })
  })

  it('prices the starters and batters of its morning', () => {
    const { lines, people } = makeReplayWorld(plain, FIXTURE_DAY)
    const kinds = new Set(
      lines.map(({ personIds }) => people.find(({ id }) => id === personIds[0])?.position),
    )
    expect(kinds).toEqual(new Set(['1', 'X']))
    expect(lines.length).toBeGreaterThan(50)
  })

  it.each([
    ['a missing folder', (dir: string) => rmSync(dir, { recursive: true }), 'no such folder'],
    ['a missing file', (dir: string) => rmSync(join(dir, 'pitching.csv')), 'has no pitching.csv'],
    [
      'a missing column',
      (dir: string) => edit(dir, 'batting.csv', /,H,/, ',HITS,'),
      'batting.csv, line 1: has no column H',
    ],
    [
      'an invalid count',
      (dir: string) => edit(dir, 'batting.csv', /,4,0,0,0,0,0/, ',4,many,0,0,0,0'),
      "batting.csv, line 4, column H: 'many' is not a count",
    ],
    [
      'an invalid day',
      (dir: string) => edit(dir, 'games.csv', /2022-05-02/, 'May 2'),
      "games.csv, line 3, column date: 'May 2'",
    ],
    [
      'a short line',
      (dir: string) => edit(dir, 'games.csv', /,L,L,0\n/, ',L\n'),
      'games.csv, line 2: has 12 cells, the header 14',
    ],
    [
      'an unknown club',
      (dir: string) => edit(dir, 'games.csv', /BOS,NYA/g, 'BOS,XYZ'),
      "'XYZ' is not one of the thirty clubs",
    ],
  ])('refuses %s and names the place of the error', (_name, spoil, message) => {
    const dir = mkdtempSync(join(home, 'bad-'))
    writePlainFixture(dir)
    spoil(dir)
    expect(() => makeReplayWorld(dir, FIXTURE_DAY)).toThrow(message)
  })

  it.each([
    [
      'a missing column of runs',
      (dir: string) => edit(dir, 'batting.csv', /,R,/, ',RUNS,'),
      /^unknown counts: batting.csv: has no column R$/,
      54,
    ],
    [
      'runs that are blank in one line',
      (dir: string) => edit(dir, 'batting.csv', /,4,(\d),0,0,0,\d,/, ',4,$1,0,0,0,,'),
      /^unknown counts: batting.csv: column R is blank in 1 of 54 lines$/,
      1,
    ],
  ])('reports %s and omits the runs from its stat lines', async (_what, spoil, message, count) => {
    const dir = mkdtempSync(join(home, 'blank-'))
    writePlainFixture(dir)
    const before = makeReplayWorld(dir, FIXTURE_DAY)
    spoil(dir)
    const league = await start(dir, FIXTURE_DAY)
    expect(league.notes).toEqual([
      expect.stringMatching(message),
      expect.stringMatching(/^games.csv: no start time for 1 of 1 games of 2022-05-04/),
    ])
    const { batting, people, games } = league.testHooks.world()
    const unknown = [...Array(batting.length).keys()].filter((line) =>
      Number.isNaN(batting.count(line, BAT.runs)),
    )
    expect(unknown).toHaveLength(count)
    const person = people[batting.key(unknown[0] ?? -1).person]
    const path = `/api/v1/people/${person?.id}/stats?stats=season&group=hitting&season=2022`
    const { stats } = await (await fetch(`${league.url}${path}`)).json()
    expect(stats[0].splits[0].stat).toHaveProperty('hits')
    expect(stats[0].splits[0].stat).not.toHaveProperty('runs')
    // The scores come from the pitchers' runs allowed.
    expect(games.every(({ result }) => !result || Number.isInteger(result.total.home.runs))).toBe(true)
    expect(games).toHaveLength(before.games.length)
    await league.close()
  })

  it('replays a day off in the season without games and lines', () => {
    const dir = mkdtempSync(join(home, 'day-off-'))
    writePlainFixture(dir)
    for (const file of ['games.csv', 'batting.csv', 'pitching.csv'])
      edit(dir, file, /2022(-?)05(-?)05/g, '2022$105$207')
    const world = makeReplayWorld(dir, '2022-05-06')
    expect(world.games.map(({ date }) => date)).toEqual([
      '2022-05-01',
      '2022-05-02',
      '2022-05-03',
      '2022-05-04',
    ])
    expect(world.lines).toEqual([])
    expect(world.label).toContain('May 6')
  })

  it('refuses a day after the last game and a year without games', () => {
    expect(() => makeReplayWorld(plain, '2022-05-09')).toThrow(
      'no games on 2022-05-09 or later; the last day is 2022-05-05',
    )
    expect(() => makeReplayWorld(plain, '2021-05-09')).toThrow('no games of 2021')
  })
})

const edit = (dir: string, file: string, what: RegExp, by: string): void => {
  const path = join(dir, file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(what, by))
}

describe.skipIf(!existsSync(real))('replay of July 15, 2019 (if the season folder is present)', () => {
  const date = '2019-07-15'
  let league: League
  beforeAll(async () => {
    league = await start(real, date)
  })
  afterAll(() => league.close())

  it('reveals nothing of its day or later on any path', () => expectNoFuture(league, date, '2019-07-31'))

  it('lists eleven games with their starters, and a board of real players', () => {
    const { games, lines, people } = league.testHooks.world()
    const today = games.filter((game) => game.date === date)
    expect(today).toHaveLength(11)
    expect(today.filter(({ doubleHeader }) => doubleHeader === 'S')).toHaveLength(2)
    expect(today.every(({ probables }) => probables?.home && probables.away)).toBe(true)
    expect(lines.length).toBeGreaterThan(600)
    const named = new Set(lines.flatMap(({ personIds }) => personIds))
    for (const name of ['Mookie Betts', 'Cody Bellinger', 'Clayton Kershaw']) {
      expect(named.has(people.find(({ fullName }) => fullName === name)?.id ?? 0), name).toBe(true)
    }
    const fair = lines.filter(({ oddsType }) => oddsType === 'standard')
    const mean = fair.reduce((sum, { over, push }) => sum + over + push / 2, 0) / fair.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05)
  })
})
