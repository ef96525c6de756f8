import { describe, expect, it } from 'vitest'
import { dateOf, dayNumber } from '../world/world.ts'
import { SampleNba } from './league.ts'
import { daysBetween, nbaOpening } from './season.ts'

const nba = new SampleNba('propsight')
const NOON = new Date('2026-07-15T16:00:00Z')
const finished = nba
  .games({ from: '2026-06-01', to: '2026-07-14' }, NOON)
  .map((game) => ({ game, box: nba.box(game, NOON) }))

describe('the sample NBA', () => {
  it('has games on every day of a year, and no club plays on three days in a row', () => {
    for (const day of daysBetween('2026-01-01', '2026-12-31')) {
      const next = [0, 1, 2].map((after) => dateOf(dayNumber(day) + after))
      const clubs = next.map((date) => {
        const games = nba.games({ from: date, to: date }, new Date(`${day}T16:00:00Z`))
        return new Set(games.flatMap(({ home, away }) => [home, away]))
      })
      expect(clubs[0]?.size, day).toBe(14)
      expect(clubs[0]?.intersection(clubs[1] ?? new Set()).intersection(clubs[2] ?? new Set()).size).toBe(0)
    }
    expect([nbaOpening('2026-07-15'), nbaOpening('2026-01-31')]).toEqual(['2026-06-01', '2025-12-01'])
  })

  it('finds a game by its id', () => {
    for (const { game } of finished.slice(0, 40)) expect(nba.game(game.id)).toEqual(game)
  })

  it('has box scores of 240 minutes a club without a tie, and no injured player in them', () => {
    for (const { game, box } of finished) {
      const out = new Set(nba.injuries(game.date).map(({ player }) => player.id))
      for (const lines of [box.home, box.away]) {
        const minutes = lines.reduce((sum, line) => sum + line.minutes, 0)
        expect(minutes).toBeGreaterThan(230)
        expect(minutes).toBeLessThan(250)
        expect(lines.filter(({ started }) => started)).toHaveLength(5)
        expect(lines.every((line) => line.minutes === 0 || !out.has(line.player.id))).toBe(true)
      }
      const [home, away] = [box.home, box.away].map((lines) =>
        lines.reduce((sum, { points }) => sum + points, 0),
      )
      expect(home).not.toBe(away)
      expect(home).toBeGreaterThan(45)
      expect(home).toBeLessThan(200)
    }
  })

  it('has counts that never fall while a game goes on', () => {
    const [game] = nba.games({ from: '2026-07-15', to: '2026-07-15' }, NOON)
    if (!game) throw new Error('no game')
    const at = (minutes: number) => nba.box(game, new Date(Date.parse(game.startsAt) + minutes * 60_000))
    expect([at(-1), at(0), at(139), at(140)].map(({ state }) => state)).toEqual(['pre', 'in', 'in', 'post'])
    const points = [0, 30, 60, 100, 140].map((minutes) => at(minutes).home[0]?.points ?? 0)
    expect(points).toEqual(points.toSorted((a, b) => a - b))
    expect(new SampleNba('propsight').box(game, new Date(Date.parse(game.startsAt) + 3_600_000))).toEqual(
      at(60),
    )
  })

  it('has lines on games to come only, which the players beat in about half of their games', () => {
    const lines = nba.lines(NOON)
    expect(new Set(lines.map(({ stat }) => stat)).size).toBeGreaterThanOrEqual(12)
    expect(lines.every(({ startsAt }) => startsAt > NOON.toISOString())).toBe(true)
    const games = finished
      .flatMap(({ box }) => [...box.home, ...box.away])
      .filter(({ minutes }) => minutes > 0)
    const byPlayer = Map.groupBy(games, ({ player }) => String(player.id))
    const results = lines
      .filter(({ stat, oddsType }) => stat === 'Points' && oddsType === 'standard')
      .flatMap(({ playerId, line }) => (byPlayer.get(playerId) ?? []).map(({ points }) => points > line))
    const overs = results.filter(Boolean).length / results.length
    expect(results.length).toBeGreaterThan(1_000)
    expect(overs).toBeGreaterThan(0.42)
    expect(overs).toBeLessThan(0.58)
  })
})
