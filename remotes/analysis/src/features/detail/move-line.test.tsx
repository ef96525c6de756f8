import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cell, HITS, open, sides, slider } from '../../testing/ann-ace.tsx'

afterEach(() => vi.useRealTimers())

describe('N12: the line of the detail view', () => {
  it('moves the line by stepper and keys, updates every number, and restores the line on Reset', async () => {
    const { user } = open()
    expect(slider().getAttribute('aria-valuetext')).toBe('1.5, 8 of 10 over')
    expect(screen.getByRole('button', { name: 'Save 1.5' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More Line' }))
    await user.click(screen.getByRole('button', { name: 'More Line' }))
    expect(slider().getAttribute('aria-valuetext')).toBe('2.5, 6 of 10 under')
    expect(cell('Hit rate')).toBe('60%6 of 10 under')
    expect(screen.getByText(/Your line; the book’s is 1\.5/)).toBeTruthy()
    expect(screen.getByText('your line, not the book’s')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    expect(screen.getByText('70', { selector: 'b' })).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Why 70%' })).toBeTruthy())
    fireEvent.keyDown(slider(), { key: 'ArrowDown' })
    expect(slider().getAttribute('aria-valuenow')).toBe('2')
    fireEvent.keyDown(slider(), { key: 'Home' })
    expect(slider().getAttribute('aria-valuenow')).toBe('0.5')
    fireEvent.keyDown(slider(), { key: 'End' })
    expect(slider().getAttribute('aria-valuenow')).toBe('6')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(slider().getAttribute('aria-valuenow')).toBe('1.5')
  })

  it('moves the line by dragging its handle', async () => {
    open()
    // The plot has 222 pixels for six units, so that 74 pixels are two units.
    fireEvent.pointerDown(slider(), { button: 0, clientY: 200 })
    fireEvent.pointerMove(slider(), { clientY: 126 })
    await waitFor(() => expect(slider().getAttribute('aria-valuenow')).toBe('3.5'))
    fireEvent.pointerMove(slider(), { clientY: 130 })
    fireEvent.pointerUp(slider(), { clientY: 130 })
    expect(slider().getAttribute('aria-valuenow')).toBe('3.5')
    fireEvent.pointerMove(slider(), { clientY: 10 })
    expect(slider().getAttribute('aria-valuenow')).toBe('3.5')
  })

  it('colors the bars while the line is dragged, and draws the charts again once it is released', async () => {
    open()
    await waitFor(() => expect(sides()).toHaveLength(HITS.length))
    await screen.findByRole('heading', { name: 'Why 81%' })
    const drawing = () =>
      screen.getByRole('img', { name: /against a line of/ }).parentElement?.querySelector('svg')?.innerHTML
    const before = drawing()
    // The line never pauses, however long a frame takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.pointerDown(slider(), { button: 0, clientY: 200 })
    fireEvent.pointerMove(slider(), { clientY: 126 })
    await act(() => new Promise<void>((done) => requestAnimationFrame(() => done())))
    expect(slider().getAttribute('aria-valuetext')).toBe('3.5, 7 of 10 under')
    expect(cell('Hit rate')).toBe('70%7 of 10 under')
    expect(sides()).toEqual(HITS.map((value) => (value > 3.5 ? 'over' : 'under')))
    expect(drawing()).toBe(before)
    expect(screen.getByRole('heading', { name: 'Why 81%' })).toBeTruthy()
    vi.useRealTimers()
    fireEvent.pointerUp(slider(), { clientY: 126 })
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Why 81%' })).toBeNull())
    // The figures of 3 make room for the line.
    await waitFor(() => expect(drawing()).not.toBe(before))
  })

  it('keeps the numbers at the line while an arrow key repeats', async () => {
    open()
    await screen.findByRole('heading', { name: 'Why 81%' })
    vi.useFakeTimers()
    for (let press = 0; press < 4; press += 1)
      fireEvent.keyDown(slider(), { key: 'ArrowUp', repeat: press > 0 })
    expect(slider().getAttribute('aria-valuetext')).toBe('3.5, 7 of 10 under')
    act(() => {
      vi.advanceTimersByTime(250)
    })
    vi.useRealTimers()
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Why 81%' })).toBeNull())
  })
})
