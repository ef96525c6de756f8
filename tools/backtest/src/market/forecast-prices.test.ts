import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineOdds } from '@propsight/shared/domain/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { type ReadSeason, readSeason } from '../read/read-season.ts'
import type { PastSeason, Season } from '../read/season.ts'
import { forecastStart, writePrices, writeSeason } from '../testing/season-folders.ts'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import {
  engineChance,
  type ForecastGame,
  forecastPrices,
  joinPrices,
  LeftOutCounter,
} from './forecast-prices.ts'
import { type PricedGame, readPrices } from './read-prices.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-forecast-'))
afterAll(() => rmSync(home, { recursive: true }))

const DAY = '2021-04-12'
const season = syntheticSeason({ days: 12 })
let folders = 0
const reread = (rows: Season): ReadSeason => {
  const dir = join(home, String(folders++))
  writeSeason(dir, rows)
  return readSeason(dir)
}
writePrices(join(home, 'prices'), season, DAY)
const prices = readPrices(join(home, 'prices'))
const read = reread(season)

const run = (
  rows: ReadSeason,
  games: readonly PricedGame[] = prices,
  earlier: readonly PastSeason[] = [],
) => {
  const leftOut = new LeftOutCounter()
  const joined = joinPrices(games, rows, leftOut)
  return { games: forecastPrices({ ...rows.season, earlier }, joined, leftOut, {}), leftOut: leftOut.list() }
}
const forecastsOf = (games: readonly ForecastGame[]) => games.map(({ first, close }) => [first, close])

/** Another result in every line of the days from `from` to `to`. */
const withResults = (from: string, to: string): Season => ({
  games: season.games,
  batting: season.batting.map((row) =>
    row.date >= from && row.date <= to
      ? { ...row, hits: 4, homeRuns: 3, doubles: 0, triples: 0, baseOnBalls: 0, hitByPitch: 0, strikeOuts: 0 }
      : row,
  ),
  pitching: season.pitching.map((row) =>
    row.date >= from && row.date <= to
      ? { ...row, strikeOuts: 0, outs: 3, hits: 1, homeRuns: 1, baseOnBalls: 0, hitByPitch: 0 }
      : row,
  ),
})

describe('forecastPrices', () => {
  it('forecasts every priced start and batter, with the result of the season', () => {
    const { games, leftOut } = run(read)
    expect(leftOut).toEqual([])
    expect(games).toHaveLength(6 + 12)
    const row = season.pitching.find(({ date, started }) => date === DAY && started)
    const start = games.find(({ joined }) => joined.row.playerId === row?.playerId)
    expect(start?.joined.actual).toBe(row?.strikeOuts)
    // The order is known at the close only.
    const batter = games.find(({ joined }) => joined.stat === 'Home Runs')
    expect(batter?.close.mean).not.toBe(batter?.first.mean)
  })

  it('is not changed by results of the game’s own day', () => {
    const before = run(read).games
    const after = run(reread(withResults(DAY, DAY))).games
    expect(forecastsOf(after)).toEqual(forecastsOf(before))
    expect(after.map(({ joined }) => joined.actual)).not.toEqual(before.map(({ joined }) => joined.actual))
  })

  it('is changed by results of the day before', () => {
    const after = run(reread(withResults('2021-04-11', '2021-04-11'))).games
    expect(forecastsOf(after)).not.toEqual(forecastsOf(run(read).games))
  })

  it('uses earlier seasons', () => {
    const earlier = [{ year: 2020, rows: syntheticSeason({ days: 20, seed: 5, first: '2020-05-01' }) }]
    const with2020 = run(read, prices, earlier).games
    for (const [at, [first]] of forecastsOf(run(read).games).entries())
      expect(with2020[at]?.first.mean).not.toBe(first?.mean)
  })

  it('uses the announced batting order of the opponent at the close only', () => {
    const announced: Season = {
      ...season,
      batting: season.batting.map((row) =>
        row.date === DAY && (row.slot ?? 0) <= 5 ? { ...row, playerId: `new-${row.playerId}` } : row,
      ),
    }
    const starts = ({ games }: ReturnType<typeof run>) =>
      games.filter(({ joined }) => joined.stat === 'Pitcher Strikeouts')
    const before = starts(run(read, prices.slice(0, 6)))
    const after = starts(run(reread(announced), prices.slice(0, 6)))
    expect(after.map(({ first }) => first)).toEqual(before.map(({ first }) => first))
    for (const { first, close } of after) expect(close.mean).not.toBe(first.mean)
  })

  it('reports a pitcher without a start as refused by the engine', () => {
    const debut = { ...season, pitching: season.pitching.filter(({ date }) => date === DAY) }
    const { games, leftOut } = run(reread(debut), prices.slice(0, 6))
    expect(games).toEqual([])
    expect(leftOut).toEqual([{ stat: 'Pitcher Strikeouts', reason: 'engine: no starts', n: 6 }])
  })
})

describe('joinPrices', () => {
  const join = (games: readonly PricedGame[], rows = read) => {
    const leftOut = new LeftOutCounter()
    return {
      joined: joinPrices(games, rows, leftOut),
      reasons: leftOut.list().map(({ reason, n }) => `${n} ${reason}`),
    }
  }
  const start = prices.find(({ stat }) => stat === 'Pitcher Strikeouts')
  const batter = prices.find(({ stat }) => stat === 'Home Runs')
  if (!start || !batter) throw new Error('no prices')

  it('counts games without a line by reason', () => {
    const { joined, reasons } = join([
      start,
      batter,
      { ...start, playerId: null, mlbamId: null, matched: 'no game' },
      { ...start, playerId: 'arm-none', mlbamId: null },
      { ...batter, mlbamId: 1 },
      { ...start, date: '2021-05-01' },
      { ...start, home: 'SEA' },
      { ...start, closeUtc: '2021-04-12T20:00:00Z' },
    ])
    expect(joined.map(({ priced }) => priced)).toEqual([start, batter])
    expect(reasons.toSorted()).toEqual(
      [
        '1 an earlier quotation of the same game',
        '1 no line of the player on that day',
        '1 player is not in the season',
        '1 player is not in the season',
        '1 price file: no game',
        '1 the player was in a game of other clubs',
      ].toSorted(),
    )
  })

  it('leaves out players with two games against the same club on a day', () => {
    const day = '2021-04-10'
    const dir = `${home}/doubleheader`
    writePrices(dir, season, day)
    const games = readPrices(dir).filter((each) => each.stat === 'Home Runs' && each.date === day)
    expect(join(games.slice(0, 2)).reasons).toEqual(['2 two games of the player on that day'])
  })

  it('voids a pitcher who did not start and a batter who did not bat', () => {
    const bench = {
      ...season,
      pitching: season.pitching.map((row) => ({ ...row, started: row.started && row.date !== DAY })),
      batting: season.batting.map((row) =>
        row.date === DAY
          ? {
              ...row,
              plateAppearances: 0,
              hits: 0,
              doubles: 0,
              triples: 0,
              homeRuns: 0,
              baseOnBalls: 0,
              hitByPitch: 0,
              strikeOuts: 0,
            }
          : row,
      ),
    }
    const { joined } = join([start, batter], reread(bench))
    expect(joined.map(({ actual }) => actual)).toEqual([null, null])
  })
})

describe('engineChance', () => {
  it('is conditional on not pushing', () => {
    const { first } = forecastStart({ actual: 4, chances: [0.1, 0.2, 0.3, 0.4] })
    expect(lineOdds(first.distribution, 2).push).toBeCloseTo(0.3, 12)
    expect(engineChance(first, 2)).toBeCloseTo(0.4 / 0.7, 12)
    expect(engineChance(first, 1.5)).toBeCloseTo(0.7, 12)
  })
})
