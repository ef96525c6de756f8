import type { RatedGame } from '@propsight/shared/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eraGrade } from '../opposing-pitcher.tsx'
import { findStreak } from '../use-detail-model.ts'
import { DEFAULT_LINE, firstLine, listTabs } from '../use-detail-state.ts'
import { axisTop, computePlot, yOf } from './chart-plot.ts'
import { gamesOption } from './game-chart.tsx'
import { DEMO_AVERAGE, demoGames, filterGames, formOf, newestGames } from './games.ts'
import { lineAtY } from './use-line-drag.ts'

const game = (
  value: number,
  more: Partial<RatedGame['place']> = {},
  hand: 'L' | 'R' | null = null,
): RatedGame => ({
  place: { date: '2026-07-01', opponent: 'TEX', homeAway: 'HOME', ...more },
  hand,
  value,
})
/** The bars that the chart draws for these values: heights in units of the axis, the width in pixels. */
function barsOf(values: readonly number[], width: number, line = 0.5) {
  const most = axisTop(values, line)
  const games = values.map((value) => game(value))
  const { series } = gamesOption({ games, line, most, stat: 'Hits', demo: false }, width)
  const { data, barWidth } = series as { data: BarItem[]; barWidth: number }
  return { data, barWidth, most }
}
interface BarItem {
  value: number
  itemStyle: { opacity: number }
  label: { formatter: string; offset: [number, number] }
}
const counts = fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 1, maxLength: 100 })

describe('N12: the stat tabs', () => {
  it('are the six specified ones, plus the player’s own markets when they differ', () => {
    const named = ['HITS', 'TOTAL BASES', 'HOME RUNS', 'RBIs', 'HITS + RUNS + RBIs', 'WALKS']
    expect(listTabs({ group: 'hitting', games: [] }, ['Hits']).map(({ label }) => label)).toEqual(named)
    expect(
      listTabs({ group: 'hitting', games: [] }, ['Hitter Fantasy Score', 'Runs']).map(({ label }) => label),
    ).toEqual([...named, 'HITTER FANTASY SCORE', 'RUNS'])
    expect(listTabs({ group: 'pitching', games: [] }, ['Pitcher Strikeouts'])[0]?.label).toBe(
      'PITCHER STRIKEOUTS',
    )
  })
  it('start without a line of the book at 0.5 for the specified markets, else near the fair line', () => {
    expect(DEFAULT_LINE).toBe(0.5)
    expect(firstLine('Total Bases', 1.4)).toBe(0.5)
    expect(firstLine('Pitcher Strikeouts', 5.8)).toBe(5.5)
    expect(firstLine('Pitcher Strikeouts', null)).toBe(0.5)
  })
})

describe('N12: the chart', () => {
  it('has an axis of at least 3 with three steps that includes every value and the line', () => {
    expect(axisTop([0, 1], 0.5)).toBe(3)
    expect(axisTop([5], 1.5)).toBe(6)
    expect(axisTop([1], 7.5)).toBe(9)
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 120 }), (values, steps) => {
        const top = axisTop(values, steps / 2)
        expect(top).toBeGreaterThanOrEqual(Math.max(3, steps / 2, ...values))
        expect(top % 3).toBe(0)
      }),
    )
  })
  it('draws every bar at least 6% of the plot high and inside the plot', () => {
    fc.assert(
      fc.property(counts, fc.constantFrom(288, 326, 560, 820), (values, width) => {
        const { data, barWidth, most } = barsOf(values, width)
        const { left, right } = computePlot(width, most)
        for (const { value } of data) {
          expect(value).toBeGreaterThanOrEqual(0.06 * most)
          expect(value).toBeLessThanOrEqual(most)
        }
        expect(values.length * barWidth).toBeLessThanOrEqual(Math.max(values.length, right - left))
      }),
    )
    expect(barsOf([0, 2], 820).data).toMatchObject([
      { value: 0.06 * 3, itemStyle: { opacity: 0.55 } },
      { value: 2, itemStyle: { opacity: 1 } },
    ])
  })
  it('places the figure of every game where the line does not cross it', () => {
    const lines = fc.integer({ min: 1, max: 90 }).map((steps) => steps / 2)
    fc.assert(
      fc.property(counts, lines, fc.constantFrom(288, 326, 560, 820), (values, line, width) => {
        const { data, most } = barsOf(values, width, line)
        const plot = computePlot(width, most)
        for (const { value, label } of data) {
          const bottom = yOf(plot, value) - 4 + label.offset[1]
          const top = bottom - 16 * label.formatter.split('\n').length
          expect(yOf(plot, line) >= bottom + 3 || yOf(plot, line) <= top).toBe(true)
          expect(label.offset[1]).toBeLessThanOrEqual(0)
        }
      }),
    )
    // The figure of 1 is moved over a line of 1.5.
    expect(barsOf([1, 6], 820, 1.5).data.map(({ label }) => label.offset[1] < 0)).toEqual([true, false])
  })
  it('snaps a dragged line to the step nearest to the pointer, inside the axis', () => {
    const plot = computePlot(820, 6)
    expect(lineAtY(plot, yOf(plot, 1.5), 0.5)).toBe(1.5)
    expect(lineAtY(plot, yOf(plot, 1.7), 0.5)).toBe(1.5)
    expect(lineAtY(plot, yOf(plot, 1.8), 0.5)).toBe(2)
    expect(lineAtY(plot, -500, 0.5)).toBe(6)
    expect(lineAtY(plot, 5_000, 0.5)).toBe(0.5)
  })
  it('has demo bars that average 0.7, as specified', () => {
    const values = demoGames().map(({ value }) => value)
    expect(values).toHaveLength(10)
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(DEMO_AVERAGE, 12)
    expect(DEMO_AVERAGE).toBe(0.7)
  })
})

describe('N12: the selected games', () => {
  const games = [
    game(1, { homeAway: 'AWAY', opponent: 'AZ' }, 'L'),
    game(2, { homeAway: 'HOME', opponent: 'TEX' }, 'R'),
    game(3, { homeAway: 'AWAY', opponent: 'TEX' }, null),
  ]
  const values = (
    where: Parameters<typeof filterGames>[1],
    opponent: string | null = 'TEX',
    hand: 'L' | 'R' | null = 'L',
  ) => filterGames(games, where, { opponent, hand }).map(({ value }) => value)
  it('are filtered by home, away, opponent and hand; an unknown hand matches no hand filter', () => {
    expect(values('all')).toEqual([1, 2, 3])
    expect(values('home')).toEqual([2])
    expect(values('away')).toEqual([1, 3])
    expect(values('opponent')).toEqual([2, 3])
    expect(values('opponent', 'ARI')).toEqual([1])
    expect(values('opponent', null)).toEqual([])
    expect(values('hand')).toEqual([1])
    expect(values('hand', 'TEX', null)).toEqual([])
  })
  it('are the newest games of the chosen window', () => {
    const many = Array.from({ length: 30 }, (_, index) => index)
    expect(newestGames(many, 5)).toEqual([25, 26, 27, 28, 29])
    expect(newestGames(many, 25)).toHaveLength(25)
    expect(newestGames(many, 'season')).toHaveLength(30)
  })
  it('have a streak that a push neither ends nor extends', () => {
    expect(findStreak([0, 2, 1, 3], 1)).toEqual({ games: 2, side: 'over' })
    expect(findStreak([3, 0, 0, 1], 1)).toEqual({ games: 2, side: 'under' })
    expect(findStreak([1, 1], 1)).toBeNull()
    expect(findStreak([], 1)).toBeNull()
  })
  it('have a trend of the last 5 against the last 10 games, which is flat within 0.05', () => {
    expect(formOf([1, 1, 1, 1, 1, 2, 2, 2, 2, 2])).toMatchObject({ last5: 2, trend: { direction: 'up' } })
    expect(formOf([2, 2, 2, 2, 2, 1, 1, 1, 1, 1]).trend?.direction).toBe('down')
    expect(formOf([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]).trend?.direction).toBe('flat')
    expect(formOf([1, 2]).trend).toBeNull()
  })
})

describe('N12: the grade of an ERA', () => {
  it('is good below 3, low above 4.5 and absent otherwise', () => {
    expect(eraGrade('2.99')).toBe('u-good')
    expect(eraGrade('3.00')).toBeUndefined()
    expect(eraGrade('4.50')).toBeUndefined()
    expect(eraGrade('4.51')).toBe('u-low')
    expect(eraGrade('-.--')).toBeUndefined()
  })
})
