import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answeredLines, aRun } from '../../testing/fake-server.ts'
import { names, openDashboard } from '../../testing/open-dashboard.tsx'
import { aBatter, aForecast, aLine, end, start } from '../../testing/players.ts'

const NAMES = Array.from({ length: 300 }, (_, index) => `Player ${String(index).padStart(3, '0')}`)
const FORECASTS = { forecasts: [aForecast('Hits', 0.9, 0.7)], engine: 'engine-9' }
const SCRIPT = {
  '/api/runs': [aRun],
  '/api/fetch-lines': [answeredLines(...NAMES.map((name) => aLine({ name })))],
  '/api/game-logs': [
    [start(300), ...NAMES.map((name) => aBatter(name, [2, 0, 2, 0, 2], FORECASTS)), end(300)],
  ],
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('a board of 300 lines', () => {
  it('renders only the rows near the viewport, and follows the scroll position', async () => {
    const { analyze, says } = openDashboard(SCRIPT)
    await analyze()
    await says('Complete!')
    expect(names().slice(0, 3)).toEqual(['Player 000', 'Player 001', 'Player 002'])
    // A new list shows one screen at first, and fills the rest of the window.
    await waitFor(() => expect(names()).toHaveLength(33))
    const list = screen.getByRole('list', { name: 'Also ranked' })
    vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -200 * 72, 1000, 298 * 72))
    act(() => {
      window.dispatchEvent(new Event('scroll'))
    })
    // Placeholders appear at once, and fill a few rows per frame.
    expect(list.querySelectorAll('li[aria-posinset="204"]')).toHaveLength(1)
    expect(names()).not.toContain('Player 205')
    await waitFor(() => expect(names()).toContain('Player 205'))
    expect(names()).not.toContain('Player 100')
    expect(names().length).toBeLessThan(60)
    const row = screen.getByText('Player 205').closest('li')
    expect([
      row?.ariaPosInSet ?? row?.getAttribute('aria-posinset'),
      row?.getAttribute('aria-setsize'),
    ]).toEqual(['204', '298'])
  })
})
