import type { PickRow, TrackLeg } from '@propsight/shared/contracts'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aLeg, aRow, NOW } from '../../testing/pick-fixtures.ts'
import { PickGrid, STRIDE_PX } from './pick-grid.tsx'

/**
 * Players whose cards were rendered. A card reads `player_name` on each render, so the getter below records
 * it.
 */
const rendered = new Set<string>()
const watched = (row: PickRow): PickRow => ({
  ...row,
  get player_name() {
    rendered.add(row.player_name)
    return row.player_name
  },
})

const MINUTE_MS = 60_000
const many = (count: number): PickRow[] =>
  Array.from({ length: count }, (_, at) =>
    watched(
      aRow({
        id: `pick_1752850000${String(at).padStart(3, '0')}_abcd`,
        playerName: `Player ${String(at).padStart(3, '0')}`,
        expiresAt: new Date(NOW + 150 * MINUTE_MS).toISOString(),
      }),
    ),
  )
const SHELL = {}
const NO_LEGS = new Map()
const NO_MARKS = new Set<string>()
const nothing = () => {}
const grid = (rows: PickRow[], legs: ReadonlyMap<string, TrackLeg>) => (
  <PickGrid
    shell={SHELL}
    name="Open"
    rows={rows}
    before={0}
    legs={legs}
    marked={NO_MARKS}
    onMark={nothing}
    onOpen={nothing}
    onDelete={nothing}
  />
)
const show = (rows: PickRow[]) => render(grid(rows, NO_LEGS))
const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

beforeEach(() => {
  rendered.clear()
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('P3 the remaining time on the cards', () => {
  it('counts down to expired without rendering a card again', () => {
    show(many(6))
    expect(screen.getAllByText('2h 30m left')).toHaveLength(6)
    expect(rendered.size).toBe(6)
    rendered.clear()
    act(() => vi.advanceTimersByTime(30 * MINUTE_MS))
    expect(screen.getAllByText('2h 00m left')).toHaveLength(6)
    act(() => vi.advanceTimersByTime(120 * MINUTE_MS))
    expect(screen.getAllByText('expired')).toHaveLength(6)
    expect(rendered.size).toBe(0)
  })
})

describe('P5 a grid of 500 picks', () => {
  it('renders only the cards near the viewport, follows the scroll, and exposes each position', () => {
    show(many(500))
    expect(names()[0]).toBe('Player 000')
    expect(names().length).toBeLessThan(40)
    const list = screen.getByRole('list', { name: 'Open picks' })
    vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, -200 * STRIDE_PX, 400, 500 * STRIDE_PX),
    )
    act(() => {
      window.dispatchEvent(new Event('scroll'))
    })
    expect(names()).toContain('Player 203')
    expect(names()).not.toContain('Player 100')
    expect(names().length).toBeLessThan(40)
    const card = screen.getByText('Player 203').closest('li')
    expect([card?.getAttribute('aria-posinset'), card?.getAttribute('aria-setsize')]).toEqual(['204', '500'])
    const room = [list.style.paddingTop, list.style.paddingBottom, list.style.paddingBlock].join(' ')
    expect(room).toMatch(/[1-9]\d{3,}px/)
  })

  it('renders a single card again when its result arrives', () => {
    const rows = many(10)
    const { rerender } = show(rows)
    rendered.clear()
    const legs = new Map([[rows[4]?.id ?? '', aLeg({ status: 'winner', actual: 2 })]])
    rerender(grid(rows, legs))
    expect(screen.getByText('Winner').closest('li')?.textContent).toContain('Player 004')
    expect([...rendered]).toEqual(['Player 004'])
  })
})
