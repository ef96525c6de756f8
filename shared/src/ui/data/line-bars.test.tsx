import { render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Call } from './call.tsx'
import { describeBars, LineBars, layoutBars } from './line-bars.tsx'

const games = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 10 })
const half = fc.integer({ min: 0, max: 60 }).map((steps) => steps / 2)

describe('bars of LineBars', () => {
  it('extend above the line when over, below when under, and are centred on it when equal', () => {
    fc.assert(
      fc.property(games, half, (values, line) => {
        const { lineY, bars } = layoutBars(values, line, 192, 60)
        for (const bar of bars) {
          const middle = bar.y + bar.height / 2
          if (bar.value > line) expect(middle).toBeLessThan(lineY)
          if (bar.value < line) expect(middle).toBeGreaterThan(lineY)
          if (bar.value === line) expect(middle).toBeCloseTo(lineY, 6)
        }
      }),
    )
  })
  it('stay inside the chart with room for the labels', () => {
    fc.assert(
      fc.property(games, half, (values, line) => {
        for (const bar of layoutBars(values, line, 192, 60).bars) {
          expect(bar.x).toBeGreaterThanOrEqual(0)
          expect(bar.x + bar.width).toBeLessThanOrEqual(192)
          expect(bar.labelY).toBeGreaterThanOrEqual(6)
          expect(bar.labelY).toBeLessThanOrEqual(60)
        }
      }),
    )
  })
  it('mark the five games before the last five as older', () => {
    const { bars } = layoutBars([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5.5, 192, 60)
    expect(bars.map((bar) => bar.older)).toEqual([...Array(5).fill(true), ...Array(5).fill(false)])
  })
  it('describe the result in words, with pushes counted separately', () => {
    render(<LineBars values={[9, 2, 0, 4, 2, 3, 2, 5, 1, 2, 4]} line={2} />)
    const label = 'Last 10 games, oldest first: 2, 0, 4, 2, 3, 2, 5, 1, 2, 4; line 2; over in 4, push in 4'
    expect(screen.getByRole('img', { name: label })).toBeTruthy()
    expect(describeBars([2, 0, 1], 1.5, 'UNDER')).toMatch(/; under in 2$/)
    expect(describeBars([], 1.5)).toBe('No games against the line 1.5')
    expect(describeBars([2], 1.5)).toBe('Last game: 2; line 1.5; over in 1')
  })
})

it('Call names its side in text, not only by colour', () => {
  const { container } = render(<Call side="UNDER" line={1.5} />)
  expect(container.textContent).toBe('Under 1.5')
})
