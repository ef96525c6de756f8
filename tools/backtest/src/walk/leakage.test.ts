import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSeason } from '../read/read-season.ts'
import type { BattingRow, PitchingRow, ScheduledGame, Season } from '../read/season.ts'
import { announcedOrders } from '../read/season.ts'
import { ENGINE } from '../score/cases.ts'
import { MARKETS, PITCHER_STATS } from '../score/markets.ts'
import { hasSeason, SEASON_FOLDER, writeSeason } from '../testing/season-folders.ts'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { walk } from './walk.ts'

interface Starters {
  readonly batters: readonly BattingRow[]
  readonly pitchers: readonly PitchingRow[]
}

const STATS = MARKETS.map(({ stat }) => stat)

/** The batting orders that were announced, before any change of the rows. */
const ordersOf = (season: Season) => announcedOrders(season.batting)

/**
 * The engine's inputs and outputs for the requested players, as JSON.
 * @param orders the announced batting orders: known before the game, also if the rows are changed
 */
function forecastsOf(
  season: Season,
  { batters, pitchers }: Starters,
  to: string,
  orders: ReturnType<typeof announcedOrders>,
): string[] {
  const out: string[] = []
  walk(season, { to }, ({ date, state, games }) => {
    for (const { date: day, gameId, home, playerId, slot } of batters) {
      const game = games.get(gameId)
      if (day !== date || !game) continue
      for (const place of [slot, null]) {
        const input = state.batter(game, home, playerId, place)
        out.push(JSON.stringify([gameId, playerId, input, ENGINE.forecastBatter(input, STATS)]))
      }
    }
    for (const { date: day, gameId, home, playerId } of pitchers) {
      const game = games.get(gameId)
      if (day !== date || !game) continue
      for (const order of [orders(gameId, !home), null]) {
        const input = state.pitcher(game, home, playerId, order)
        expect(input.lineup?.announced ?? false).toBe(order !== null)
        out.push(JSON.stringify([gameId, playerId, input, ENGINE.forecastPitcher(input, PITCHER_STATS)]))
      }
    }
  })
  return out
}

/** Changes counts, batters and hands of every game from a day on; the schedule of the day itself is kept. */
function changedFrom(season: Season, day: string): Season {
  const batter = (row: BattingRow, at: number): BattingRow => ({
    ...row,
    playerId: at % 4 === 0 ? `other-${at}` : row.playerId,
    bats: row.bats === 'L' ? 'R' : 'L',
    slot: at % 3 === 0 ? 9 : row.slot,
    started: at % 5 !== 0,
    plateAppearances: 9,
    hits: 7,
    homeRuns: 3,
    runs: 5,
    rbi: 8,
    strikeOuts: 1,
    doubles: 0,
    triples: 0,
    baseOnBalls: 0,
    hitByPitch: 0,
  })
  const pitcher = (row: PitchingRow, at: number): PitchingRow => ({
    ...row,
    playerId: at % 4 === 0 ? `other-${at}` : row.playerId,
    throws: row.throws === 'L' ? 'R' : 'L',
    started: !row.started,
    battersFaced: 40,
    outs: 3,
    strikeOuts: 0,
    hits: 20,
    earnedRuns: 15,
  })
  const later = (game: ScheduledGame): ScheduledGame => ({ ...game, park: 'DEN02', homeStarter: null })
  const change = <Row extends { date: string }>(rows: readonly Row[], by: (row: Row, at: number) => Row) =>
    rows.map((row, at) => (row.date >= day ? by(row, at) : row))
  return {
    games: season.games.map((game) => (game.date > day ? later(game) : game)),
    batting: change(season.batting, batter),
    pitching: change(season.pitching, pitcher),
  }
}

/** The batters (every `every`th) and pitchers who start in the range of days. */
const startersBetween = (season: Season, from: string, to: string, every = 1): Starters => ({
  batters: season.batting
    .filter((row) => row.date >= from && row.date <= to && row.started)
    .filter((_, at) => at % every === 0),
  pitchers: season.pitching.filter((row) => row.date >= from && row.date <= to && row.started),
})

function expectBlindTo(season: Season, day: string, from: string, every = 1): void {
  const starters = startersBetween(season, from, day, every)
  const orders = ordersOf(season)
  const before = forecastsOf(season, starters, day, orders)
  expect(before.length).toBeGreaterThan(40)
  if (day > (season.games[0]?.date ?? '')) expect(before.at(-1)).toContain('"ok":true')
  expect(forecastsOf(changedFrom(season, day), starters, day, orders)).toEqual(before)
}

describe('engine input and forecast do not depend on the results of the day or later', () => {
  it.each([
    ['2021-04-01', '', 1],
    ['2021-04-06', '', 3],
    ['2021-04-19', '2021-04-18', 3],
  ])('in a synthetic season, from %s on', (day, from, every) => {
    expectBlindTo(syntheticSeason({ days: 22 }), day, from, every)
  })

  it('and do change with the results of the day before', () => {
    const season = syntheticSeason({ days: 15 })
    const starters = startersBetween(season, '2021-04-15', '2021-04-15')
    const orders = ordersOf(season)
    const before = forecastsOf(season, starters, '2021-04-15', orders)
    const changed = forecastsOf(changedFrom(season, '2021-04-14'), starters, '2021-04-15', orders)
    expect(changed).not.toEqual(before)
  })

  it('in a season read back from files', () => {
    const home = mkdtempSync(join(tmpdir(), 'propsight-leakage-'))
    const day = '2021-04-13'
    const season = syntheticSeason({ days: 16 })
    const reread = (name: string, rows: Season): Season => {
      writeSeason(join(home, name), rows)
      const read = readSeason(join(home, name))
      expect(read.skipped).toEqual([])
      return read.season
    }
    const one = reread('one', season)
    const other = reread('other', changedFrom(season, day))
    rmSync(home, { recursive: true })
    const starters = startersBetween(one, '2021-04-10', day, 3)
    const orders = ordersOf(one)
    expect(forecastsOf(other, starters, day, orders)).toEqual(forecastsOf(one, starters, day, orders))
  })

  it.skipIf(!hasSeason)('on three days of 2019 (if the season folder is present)', () => {
    const { season } = readSeason(SEASON_FOLDER)
    for (const day of ['2019-04-20', '2019-05-08', '2019-06-15']) expectBlindTo(season, day, day, 15)
  })
})
