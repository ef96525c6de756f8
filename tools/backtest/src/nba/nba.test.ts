import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BoxGame,
  type BoxLine,
  forecastNbaPlayer,
  NBA_CONSTANTS,
  NBA_MARKETS,
  type NbaConstants,
  type PlayerOutlook,
  type PlayerRecord,
} from '@propsight/shared/domain/sports/nba'
import { boxGames } from '@propsight/shared/domain/sports/nba/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { backtest, fit, market } from '../index.ts'
import { collectSportCases, judgedLines } from '../sport/cases.ts'
import { seasonOfDate } from '../sport/read.ts'
import { walkSport } from '../sport/sport.ts'
import { writeCsv } from '../testing/season-folders.ts'
import { NBA } from './nba.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-nba-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeSeason(dir: string, games: readonly BoxGame[]): string {
  writeCsv(
    dir,
    'games',
    games.map(({ id, date, home, away, homeScore, awayScore }) => ({
      ...{ date, gameId: id, seasonType: 'regular', home, away, homeScore, awayScore },
    })),
  )
  writeCsv(
    dir,
    'players',
    games.flatMap(({ id, lines }) =>
      lines.map(({ playerId, club, position, minutes, counts }) => {
        const { twosMade, twosAttempted, offensiveRebounds, ...others } = counts
        return {
          ...{
            gameId: id,
            team: club,
            playerId,
            position,
            minutes: Math.floor(minutes),
            minutesExact: minutes,
          },
          ...others,
          offRebounds: offensiveRebounds,
          fieldGoalsMade: (twosMade ?? 0) + (counts.threesMade ?? 0),
          fieldGoalsAttempted: (twosAttempted ?? 0) + (counts.threesAttempted ?? 0),
        }
      }),
    ),
  )
  return dir
}

const EARLIER = boxGames(20, 2021)
const GAMES = boxGames(24, 2022)
const earlier = writeSeason(join(folder, 'earlier'), EARLIER)
const season = writeSeason(join(folder, 'season'), GAMES)

async function run(command: typeof backtest, args: readonly string[]) {
  let stdout = ''
  let stderr = ''
  const exitCode = await command(args, {
    cwd: folder,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    live: false,
  })
  return { exitCode, stdout, stderr }
}

describe('reading the NBA', () => {
  it('returns the games that were written, in order of date', () => {
    const read = NBA.readSeasons([season, earlier])
    expect(read).toEqual([...EARLIER, ...GAMES])
    expect([seasonOfDate('2022-10-18'), seasonOfDate('2023-06-12')]).toEqual([2022, 2022])
  })

  it('names what is wrong with a folder', async () => {
    expect(() => NBA.readSeasons([season, season])).toThrow('another folder has the season of 2022')
    expect(await run(backtest, ['--sport', 'nba'])).toMatchObject({ exitCode: 2 })
    const { exitCode, stderr } = await run(backtest, ['--sport', 'nba', '--season', 'nowhere'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('nowhere') })
  })
})

describe('the backtest of the NBA', () => {
  it('prints the table, and writes every judged forecast', async () => {
    const rows = join(folder, 'rows.csv')
    const args = ['--sport', 'nba', '--season', season, '--earlier', earlier, '--rows', rows]
    const { exitCode, stdout } = await run(backtest, args)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Absences known · Brier score')
    expect(stdout).toMatch(/Fantasy Score own +\d/)
    expect(stdout).toContain('Gain over the shrunk season rate by stat')
    const written = readFileSync(rows, 'utf8').trim().split('\n').slice(1)
    const judged = GAMES.flatMap(({ lines }) => lines).length - 4 * 8 * 10
    expect(written).toHaveLength(judged * judgedLines(NBA).length)
  })

  it('is not changed by anything that happens on the day of a game or later', () => {
    const day = GAMES.at(-6)?.date ?? ''
    const changed = GAMES.map((game) =>
      game.date < day
        ? game
        : {
            ...game,
            lines: game.lines.map((line) => ({
              ...line,
              minutes: 40,
              counts: { ...line.counts, points: 60 },
            })),
          },
    )
    const forecastsOf = (games: readonly BoxGame[]) =>
      collectSportCases(NBA, games, { from: day, to: day }, () => {}).cases.batters.map(
        ({ known, unknown, season: rate }) => ({ known, unknown, rate }),
      )
    const made = forecastsOf(GAMES)
    expect(made.length).toBeGreaterThan(0)
    expect(forecastsOf(changed)).toEqual(made)
  })
})

describe('the fit of the NBA', () => {
  it('writes constants by which forecasts are unbiased on the games of the fit', async () => {
    const json = join(folder, 'constants.json')
    const args = ['--sport', 'nba', '--season', season, '--earlier', earlier, '--json', json]
    expect(await run(fit, args)).toMatchObject({ exitCode: 0 })
    const constants: typeof NBA_CONSTANTS = JSON.parse(readFileSync(json, 'utf8'))
    expect(Object.keys(constants)).toEqual(Object.keys(NBA_CONSTANTS))
    const apart: number[] = []
    walkSport<BoxLine, BoxGame, PlayerRecord, PlayerOutlook, NbaConstants>(
      NBA,
      [...EARLIER, ...GAMES],
      constants,
      ({ game, line, outlook }) => {
        if (game.season === EARLIER[0]?.season) return
        const made = forecastNbaPlayer(outlook('known'), ['Points'], constants)
        if (made.ok) apart.push((made.value[0]?.mean ?? 0) - line.counts.points)
      },
    )
    expect(apart.length).toBeGreaterThan(300)
    expect(Math.abs(apart.reduce((sum, each) => sum + each, 0) / apart.length)).toBeLessThan(0.4)
    expect(constants.between.teamMates).toHaveLength(NBA_MARKETS.length)
  })
})

describe('the refit of the NBA', () => {
  it('is compared with the shipped constants on the last season, which is not part of it', async () => {
    const args = ['--sport', 'nba', '--season', earlier, '--last', season, '--dry-run']
    const { exitCode, stdout, stderr } = await run(fit, args)
    expect(stdout).toMatch(/On .+, not part of the fit\n +n +days +Brier new +shipped +difference/)
    // Games of an invented league: either verdict is right, and decides whether the fit goes on.
    const [, sign] = /\n {2}All +[\d,]+ +\d+ +[\d.]+ +[\d.]+ +([+−])/.exec(stdout) ?? []
    expect({ exitCode, isFitted: stdout.includes('engine: '), sign }).toEqual(
      sign === '+' ? { exitCode: 1, isFitted: false, sign } : { exitCode: 0, isFitted: true, sign: '−' },
    )
    expect(stderr.includes('the shipped ones stay')).toBe(sign === '+')
  })
})

describe('the prices of the NBA', () => {
  const prices = join(folder, 'prices')
  const priced = GAMES.slice(-16).flatMap((game) => game.lines.map((line) => ({ game, line })))
  const snapshot = ({ game, line }: (typeof priced)[number]) => ({
    ...{ set: 'all', snapshotUtc: `${game.date}T17:00:00Z`, gameId: game.id, date: game.date },
    ...{ player: line.playerId, playerId: line.playerId, market: 'points', line: 9.5 },
  })
  writeCsv(prices, 'lines', [
    ...priced.map((each) => ({ ...snapshot(each), minutesBefore: 400 })),
    ...GAMES.slice(-1).map((game) => ({
      ...snapshot({ game, line: { ...(game.lines[0] as BoxGame['lines'][number]), playerId: 'nobody' } }),
      minutesBefore: 400,
    })),
  ])
  writeCsv(
    prices,
    'quotes',
    priced.flatMap((each) =>
      ['North', 'East', 'West', 'faulty'].map((book) => {
        const [over, under] = book === 'faulty' ? [150, -190] : [-115, -105]
        return { ...snapshot(each), book, over, under, afterStart: 0 }
      }),
    ),
  )

  it('are compared with the forecasts, and a player who did not play is left out', async () => {
    const args = ['--sport', 'nba', '--prices', prices, '--season', season, '--earlier', earlier]
    const { exitCode, stdout } = await run(market, args)
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`points, first line · ${priced.length} games`)
    expect(stdout).toContain('engine − own rate')
    expect(stdout.match(/\w+ is left out of .*/g)).toEqual([
      `faulty is left out of all: 100.0% of ${priced.length} quotes contradict the other books`,
    ])
    expect(stdout).toMatch(/Points: the player did not play +1/)
    expect(stdout).not.toContain('closing line ·')
  })
})
