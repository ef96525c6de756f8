import { describe, expect, it } from 'vitest'
import { daysBetween } from '../nba/season.ts'
import { drawFootballScores } from './game-state.ts'
import { SampleNfl } from './league.ts'
import type { COUNTS, NflLines } from './play.ts'

const nfl = new SampleNfl('propsight')
const NOON = new Date('2026-07-15T16:00:00Z')
const finished = nfl
  .games({ from: '2026-05-01', to: '2026-07-14' })
  .map((game) => ({ game, box: nfl.box(game, NOON) }))

const sumOf = (lines: NflLines, count: (typeof COUNTS)[number]) =>
  [...lines.values()].reduce((sum, counts) => sum + counts[count], 0)

describe('the sample NFL', () => {
  it('has played some weeks and has lines on every day of the clock, of games to come', () => {
    // Every eighth day: all days of the week.
    for (const day of daysBetween('2026-06-03', '2026-09-01').filter((_, at) => at % 8 === 0 || at === 90)) {
      const now = new Date(`${day}T16:00:00Z`)
      const lines = nfl.lines(now)
      expect(new Set(lines.map(({ stat }) => stat)).size, day).toBeGreaterThanOrEqual(13)
      expect(lines.every(({ startsAt }) => startsAt > now.toISOString())).toBe(true)
      expect(nfl.games({ from: '2026-05-01', to: day }).length, day).toBeGreaterThan(60)
    }
  })

  it('finds a game by its id', () => {
    for (const { game } of finished.slice(0, 40)) expect(nfl.game(game.id)).toEqual(game)
    expect(nfl.game('1')).toBeUndefined()
  })

  it('has box scores in which passes and catches agree, and touchdowns agree with the score', () => {
    for (const { game, box } of finished) {
      for (const [lines, isHome] of [
        [box.home, true],
        [box.away, false],
      ] as const) {
        expect(sumOf(lines, 'completions')).toBe(sumOf(lines, 'receptions'))
        expect(sumOf(lines, 'passYards')).toBe(sumOf(lines, 'receivingYards'))
        expect(sumOf(lines, 'passTouchdowns')).toBe(sumOf(lines, 'receivingTouchdowns'))
        const touchdowns = drawFootballScores('propsight', game).filter(
          ({ home, points }) => home === isHome && points >= 6,
        )
        expect(sumOf(lines, 'passTouchdowns') + sumOf(lines, 'rushTouchdowns')).toBe(touchdowns.length)
        const out = new Set(nfl.injuries(game.date).map(({ player }) => player))
        expect([...lines.keys()].filter((player) => out.has(player))).toEqual([])
      }
    }
  })

  it('has averages of a real season', () => {
    const clubs = finished.flatMap(({ box }) => [box.home, box.away])
    const average = (count: (typeof COUNTS)[number]) =>
      clubs.reduce((sum, lines) => sum + sumOf(lines, count), 0) / clubs.length
    expect(average('passAttempts')).toBeCloseTo(34, -1)
    expect(average('passYards')).toBeGreaterThan(200)
    expect(average('passYards')).toBeLessThan(280)
    expect(average('rushYards')).toBeGreaterThan(95)
    expect(average('rushYards')).toBeLessThan(140)
    expect(average('completions') / average('passAttempts')).toBeCloseTo(0.65, 1)
  })

  it('has counts of events that never fall while a game goes on', () => {
    const [game] = nfl.games({ from: '2026-07-19', to: '2026-07-19' })
    if (!game) throw new Error('no game')
    const at = (minutes: number) => nfl.box(game, new Date(Date.parse(game.startsAt) + minutes * 60_000)).home
    const moments = [0, 30, 60, 95, 140, 240].map((minutes) => at(minutes))
    for (const count of ['passAttempts', 'carries', 'targets', 'passTouchdowns'] as const) {
      const values = moments.map((lines) => sumOf(lines, count))
      expect(values).toEqual(values.toSorted((a, b) => a - b))
      expect(values[0]).toBe(0)
    }
    expect(new SampleNfl('propsight').box(game, NOON)).toEqual(nfl.box(game, NOON))
  })

  it('has lines that the players beat in about half of their games, and one promotion', () => {
    const lines = nfl.lines(NOON)
    expect(lines.filter(({ flashSale }) => flashSale !== undefined)).toHaveLength(1)
    const byPlayer = Map.groupBy(
      finished.flatMap(({ box }) => [...box.home, ...box.away]),
      ([{ id }]) => String(id),
    )
    const results = lines
      .filter(({ stat, oddsType }) => stat === 'Receiving Yards' && oddsType === 'standard')
      .flatMap(({ playerId, line }) =>
        (byPlayer.get(playerId) ?? []).map(([, { receivingYards }]) => receivingYards > line),
      )
    const overs = results.filter(Boolean).length / results.length
    expect(results.length).toBeGreaterThan(500)
    expect(overs).toBeGreaterThan(0.42)
    expect(overs).toBeLessThan(0.58)
  })
})
