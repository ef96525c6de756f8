import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  FootballGame,
  FootballLine,
  FootballOutlook,
  FootballPlayer,
  NflConstants,
} from '@propsight/shared/domain/sports/nfl'
import { footballGames } from '@propsight/shared/domain/sports/nfl/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { collectSportCases, fitBetween, type Sampled } from '../sport/cases.ts'
import { walkSport } from '../sport/sport.ts'
import { writeCsv } from '../testing/season-folders.ts'
import { NFL } from './nfl.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-nfl-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeSeason(name: string, games: readonly FootballGame[]): string {
  const dir = join(folder, name)
  writeCsv(
    dir,
    'games',
    games.map(({ id, date, home, away, homeScore, awayScore, spread, total, wind }) => ({
      ...{ date, gameId: id, gameType: 'REG', home, away, homeScore, awayScore, neutral: 0 },
      ...{ roof: 'outdoors', windMph: wind ?? '', spreadLine: spread ?? '', totalLine: total ?? '' },
    })),
  )
  writeCsv(
    dir,
    'players',
    games.flatMap(({ id, lines }) =>
      lines.map(({ playerId, club, position, counts }) => ({
        ...{ gameId: id, team: club, playerId, position },
        passAttempts: counts.passAttempts,
        passCompletions: counts.completions,
        passYards: counts.passYards,
        passTds: counts.passTouchdowns,
        interceptions: counts.interceptions,
        rushAttempts: counts.carries,
        rushYards: counts.rushYards,
        rushTds: counts.rushTouchdowns,
        targets: counts.targets,
        receptions: counts.receptions,
        recYards: counts.receivingYards,
        recTds: counts.receivingTouchdowns,
      })),
    ),
  )
  return dir
}

const EARLIER = footballGames(17, 2021)
const GAMES = footballGames(17, 2022)

describe('the NFL', () => {
  it('is read from folders as it was written', () => {
    const folders = [writeSeason('later', GAMES), writeSeason('earlier', EARLIER)]
    expect(NFL.readSeasons(folders)).toEqual([...EARLIER, ...GAMES])
  })

  it('judges nobody by anything that happens on the day of a game or later', () => {
    const day = GAMES.at(-6)?.date ?? ''
    const changed = GAMES.map((game) => ({
      ...game,
      lines: game.lines.map((line) =>
        game.date < day ? line : { ...line, counts: { ...line.counts, receptions: 20, receivingYards: 400 } },
      ),
    }))
    const forecastsOf = (games: readonly FootballGame[]) =>
      collectSportCases(NFL, games, { from: day, to: day }, () => {}).cases.batters.map(
        ({ known, unknown, season }) => ({ known, unknown, season }),
      )
    const made = forecastsOf(GAMES)
    expect(made.length).toBeGreaterThan(0)
    expect(forecastsOf(changed)).toEqual(made)
  })

  it('is fitted so that forecasts are unbiased on the games of the fit', () => {
    const constants = NFL.fit([...EARLIER, ...GAMES], () => {})
    const apart: number[] = []
    walkSport<FootballLine, FootballGame, FootballPlayer, FootballOutlook, NflConstants>(
      NFL,
      [...EARLIER, ...GAMES],
      constants,
      ({ game, line, outlook }) => {
        if (game.season === 2021 || !['WR', 'TE'].includes(line.position)) return
        const made = NFL.forecast(outlook('known'), ['Receptions'], constants)
        if (made.ok) apart.push((made.value[0]?.mean ?? 0) - line.counts.receptions)
      },
    )
    expect(apart.length).toBeGreaterThan(150)
    expect(Math.abs(apart.reduce((sum, each) => sum + each, 0) / apart.length)).toBeLessThan(0.4)
  })
})

describe('the correlations of two players of a game', () => {
  const distribution = { least: 0, atLeast: [1, 0.8, 0.6, 0.4, 0.2] }
  const forecast = { distribution } as unknown as Sampled['forecasts'][number]
  const player = (gameId: number, club: string, ...values: (number | null)[]): Sampled => ({
    ...{ gameId: String(gameId), club, values },
    forecasts: values.map(() => forecast),
  })
  const games = Array.from({ length: 200 }, (_, game) => [
    player(game, 'KC', game % 5, null),
    player(game, 'KC', game % 5, (game * 3) % 5),
    player(game, 'BUF', 4 - (game % 5), null),
  ]).flat()

  it('are those of their outcomes, by club, and a market that a player has no value of does not count', () => {
    const { teamMates, opponents } = fitBetween(['a', 'b'], games)
    expect(teamMates[0]?.[0]).toBeCloseTo(1, 9)
    expect(opponents[0]?.[0]).toBeCloseTo(-1, 9)
    expect([teamMates[1]?.[1], opponents[1]?.[1]]).toEqual([0, 0])
    expect(Math.abs(teamMates[0]?.[1] ?? 1)).toBeLessThan(1)
  })

  it('are smaller with independent pairs in each cell', () => {
    const { teamMates } = fitBetween(['a', 'b'], games, 100)
    expect(teamMates[0]?.[0]).toBeGreaterThan(0.6)
    expect(teamMates[0]?.[0]).toBeLessThan(0.9)
  })
})
