import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BOARD, BOARD_LINES, BOARD_LOGS, openDashboard } from '../../testing/open-dashboard.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** A stream that yields each record only after `release` is called for it. */
function steppedStream(records: readonly unknown[]) {
  const gates = records.map(() => Promise.withResolvers<void>())
  async function* stream() {
    for (const [index, record] of records.entries()) {
      await gates[index]?.promise
      yield record
    }
  }
  return { stream, release: (index: number) => act(async () => gates[index]?.resolve()) }
}

const rows = () =>
  [...document.querySelectorAll('ul[aria-label="Loading"] > li')].map((row) => row.textContent)
const nameAt = (index: number) => rows()[index]

describe('N3: a board while its players load', () => {
  // Reversed, so that the book lists the likeliest line last.
  const lines = BOARD_LINES.toReversed()
  const script = {
    ...BOARD,
    '/api/fetch-lines': [{ players: lines, readAt: '2026-07-18T17:00:00Z', stale: false, skipped: 0 }],
  }

  it('keeps every line at its place in the book’s order, and ranks all lines once at the end', async () => {
    const logs = steppedStream(BOARD_LOGS)
    const page = openDashboard({ ...script, '/api/game-logs': [logs.stream] })
    await page.analyze()
    await screen.findByText('In the book’s order until all are loaded')
    const order = ['New Face', 'Cal Whitlock', "Mack O'Neill", 'José Ramírez']
    await waitFor(() => expect(rows()).toHaveLength(4))
    for (const record of [0, 1, 2, 3]) {
      await logs.release(record)
      expect(order.map((name, index) => nameAt(index)?.includes(name))).toEqual([true, true, true, true])
      // No ranks and no top picks are shown, since the next record might change them.
      expect(document.querySelectorAll('ol h3')).toHaveLength(0)
      expect(screen.queryByRole('button', { name: /^\d+ / })).toBeNull()
    }
    expect(screen.getByRole('link', { name: 'José Ramírez' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'New Face' })).toBeNull()
    await logs.release(4)
    await logs.release(5)
    await page.says('Complete!')
    expect([...document.querySelectorAll('[data-open]')].map((name) => name.textContent)).toEqual(
      order.toReversed(),
    )
  })

  it('keeps scroll position and focus on the focused card when the ranks are applied', async () => {
    const logs = steppedStream(BOARD_LOGS)
    const page = openDashboard({ ...script, '/api/game-logs': [logs.stream] })
    const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)
    await page.analyze()
    for (const record of [0, 1, 2, 3]) await logs.release(record)
    const link = await screen.findByRole('link', { name: 'Cal Whitlock' })
    link.focus()
    const tops = [500, 180]
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const isCard = (this as HTMLElement).dataset?.card?.includes('Cal Whitlock')
      return new DOMRect(0, isCard ? tops.shift() : 0, 0, 72)
    })
    await logs.release(4)
    await logs.release(5)
    await page.says('Complete!')
    expect(scrolled).toHaveBeenCalledWith(0, -320)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cal Whitlock'))
    vi.restoreAllMocks()
  })
})
