import { describe, expect, it } from 'vitest'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { SeasonState } from './season-state.ts'
import { type WalkDay, type WalkRange, walk } from './walk.ts'

const season = syntheticSeason({ days: 12 })
const days = new Map<string, WalkDay['date']>()

const on = (date: string, visit: (day: WalkDay) => void): void => {
  walk(season, { from: date, to: date }, (day) => {
    days.set(date, day.date)
    visit(day)
  })
  expect(days.get(date)).toBe(date)
}

const firstGame = ({ games }: WalkDay) => {
  const [game] = games.values()
  if (!game) throw new Error('a day without games')
  return game
}

describe('walk', () => {
  it('visits each day of the range once, with the state of the days before it', () => {
    const visited: string[] = []
    walk(season, { from: '2021-04-05', to: '2021-04-07' }, ({ date, state }) => {
      visited.push(date, String(state.batterGames('bat-BOS-0').length))
    })
    expect(visited).toEqual(['2021-04-05', '4', '2021-04-06', '5', '2021-04-07', '6'])
  })

  it('hides both games of a doubleheader until both are visited', () => {
    on('2021-04-10', (day) => {
      const [first, second] = [...day.games.values()].filter(({ home }) => home === firstGame(day).home)
      if (!first || !second) throw new Error('no doubleheader')
      const a = day.state.batter(first, true, `bat-${first.home}-0`, 1)
      const b = day.state.batter(second, true, `bat-${second.home}-0`, 1)
      expect(a.games).toHaveLength(9)
      expect({ ...b, opposingStarter: null }).toEqual({ ...a, opposingStarter: null })
    })
    on('2021-04-11', ({ state }) => expect(state.batterGames('bat-BOS-0')).toHaveLength(11))
  })

  it('starts each year with an empty state', () => {
    const two = [season, syntheticSeason({ days: 3, first: '2022-04-01' })]
    const both = {
      games: two.flatMap(({ games }) => games),
      batting: two.flatMap(({ batting }) => batting),
      pitching: two.flatMap(({ pitching }) => pitching),
    }
    walk(both, { from: '2022-04-02' }, ({ date, state }) =>
      expect(state.batterGames('bat-BOS-0')).toHaveLength(Number(date.slice(-2)) - 1),
    )
  })
})

describe('earlier seasons', () => {
  const past = (year: number) => ({
    year,
    rows: syntheticSeason({ days: 4, first: `${year}-04-01`, seed: year }),
  })
  const inputOf = (years: readonly number[], range: WalkRange = {}) => {
    const found: ReturnType<SeasonState['batter']>[] = []
    walk({ ...season, earlier: years.map(past) }, { from: '2021-04-12', ...range }, (day) => {
      const { home } = firstGame(day)
      found.push(day.state.batter(firstGame(day), true, `bat-${home}-0`, 1))
    })
    return found[0]
  }

  it('are those of the three years before the day, of the batter and the opposing starter', () => {
    const input = inputOf([2017, 2018, 2020, 2021, 2022])
    expect(input?.earlier?.map((each) => each.season)).toEqual([2020, 2018])
    expect(input?.earlier?.[0]?.own.plateAppearances).toBeGreaterThan(10)
    expect(input?.opposingStarter?.earlier?.map((each) => each.season)).toEqual([2020, 2018])
  })

  it.each([
    { years: [2018, 2020], used: [2020] },
    { years: [2018, 2019, 2020], used: [2020, 2019, 2018] },
    { years: [2018, 2019], used: [] },
  ])('of $years without gaps are $used', ({ years, used }) => {
    expect(inputOf(years, { acrossGaps: false })?.earlier?.map((each) => each.season)).toEqual(used)
    expect(inputOf(years)?.earlier?.map((each) => each.season)).toEqual(years.toReversed())
  })
})

describe('SeasonState', () => {
  it('sums league, club and staff up to the day before', () => {
    on('2021-04-06', (day) => {
      const game = firstGame(day)
      const { setting, club, opposingStaff } = day.state.batter(game, true, `bat-${game.home}-0`, null)
      const before = season.batting.filter(({ date }) => date < '2021-04-06')
      const hits = (rows: typeof before) => rows.reduce((sum, row) => sum + row.hits, 0)
      expect(setting.league).toMatchObject({ games: 5 * 6, hits: hits(before) })
      expect(club).toMatchObject({ games: 5, hits: hits(before.filter((row) => row.club === game.home)) })
      expect(opposingStaff?.hits).toBe(hits(before.filter((row) => row.opponent === game.away)))
    })
  })

  it('sums the league of the last thirty calendar days, days off included', () => {
    const state = new SeasonState()
    const [game] = season.games
    const [row] = season.batting
    if (!game || !row) throw new Error('no games')
    const days = [
      { date: '2021-04-09', hits: 1 },
      { date: '2021-04-10', hits: 2 },
      { date: '2021-04-30', hits: 4 },
      { date: '2021-05-09', hits: 8 },
    ]
    for (const { date, hits } of days) state.feed({ date, batting: [{ ...row, date, hits }], pitching: [] })
    const settingOn = (date: string) => state.batter({ ...game, date }, true, row.playerId, 1).setting
    const recentBatting = (date: string) => settingOn(date).recentBatting?.hits
    expect(recentBatting('2021-05-10')).toBe(2 + 4 + 8)
    expect(recentBatting('2021-05-11')).toBe(4 + 8)
    expect(recentBatting('2021-06-08')).toBe(8)
    expect(recentBatting('2021-06-09')).toBeUndefined()
    expect(settingOn('2021-06-09').league.hits).toBe(15)
  })

  it('sums the last thirty days from days of the season only', () => {
    on('2021-04-06', ({ state, ...day }) => {
      const game = firstGame({ state, ...day })
      const { league, recentBatting } = state.batter(game, true, 'x', null).setting
      expect(recentBatting).toEqual(league)
    })
  })

  it('returns the scheduled starter with throwing hand and games', () => {
    on('2021-04-08', (day) => {
      const game = firstGame(day)
      const { opposingStarter } = day.state.batter(game, true, `bat-${game.home}-0`, 1)
      expect(opposingStarter?.throws).toBe(game.awayStarter?.throws)
      expect(opposingStarter?.games).toEqual(day.state.pitcherGames(game.awayStarter?.id ?? ''))
      const own = day.state.pitcher(game, false, game.awayStarter?.id ?? '')
      expect(own).toMatchObject({
        home: false,
        throws: game.awayStarter?.throws,
        games: opposingStarter?.games,
      })
      expect(day.state.batter({ ...game, awayStarter: null }, true, 'x', 1).opposingStarter).toBeNull()
    })
  })

  it('does not change an input that it returned earlier', () => {
    const state = new SeasonState()
    const [first] = season.games
    const second = season.games.find(({ date }) => date === '2021-04-02')
    if (!first || !second) throw new Error('no games')
    const day = (date: string) => ({
      date,
      batting: season.batting.filter((row) => row.date === date),
      pitching: season.pitching.filter((row) => row.date === date),
    })
    state.feed(day('2021-04-01'))
    const input = state.batter(second, true, 'bat-BOS-0', 1)
    const copy = structuredClone(input)
    state.feed(day('2021-04-02'))
    expect(input).toEqual(copy)
  })

  it('reports a switch hitter after plate appearances from both sides', () => {
    const state = new SeasonState()
    const [game] = season.games.filter(({ date }) => date === '2021-04-12')
    const [row] = season.batting
    if (!game || !row) throw new Error('no games')
    const bats = () => state.batter(game, true, row.playerId, 1).bats
    const feed = (date: string, side: 'L' | 'R' | null) =>
      state.feed({ date, batting: [{ ...row, date, bats: side }], pitching: [] })
    expect(bats()).toBeNull()
    feed('2021-04-01', 'L')
    feed('2021-04-02', null)
    expect(bats()).toBe('L')
    feed('2021-04-03', 'R')
    expect(bats()).toBe('S')
    feed('2021-04-04', 'R')
    expect(bats()).toBe('S')
  })

  it('refuses to be fed a day twice and to be asked for a day that was already fed', () => {
    const state = new SeasonState()
    const [game] = season.games
    if (!game) throw new Error('no games')
    state.feed({ date: game.date, batting: [], pitching: [] })
    expect(() => state.feed({ date: game.date, batting: [], pitching: [] })).toThrow('is not after')
    expect(() => state.batter(game, true, 'x', null)).toThrow('is known already')
    expect(() => state.pitcher(game, true, 'x')).toThrow('is known already')
  })
})
