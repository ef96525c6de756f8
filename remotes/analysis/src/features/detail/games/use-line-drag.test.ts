import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useMovingLine } from './use-line-drag.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The hook on a line that follows what it reports. */
function movingLine() {
  const reports: [number, boolean][] = []
  const onLine = (line: number, moving: boolean) => {
    reports.push([line, moving])
    view.rerender({ line })
  }
  const view = renderHook(({ line }) => useMovingLine(line, onLine), { initialProps: { line: 1.5 } })
  return { reports, view, hook: () => view.result.current }
}

describe('a moving line', () => {
  it('is at rest once it has not been moved for a quarter of a second', () => {
    const { reports, hook } = movingLine()
    hook().move(2)
    vi.advanceTimersByTime(200)
    hook().move(2)
    vi.advanceTimersByTime(200)
    expect(reports).toEqual([[2, true]])
    vi.advanceTimersByTime(50)
    expect(reports).toEqual([
      [2, true],
      [2, false],
    ])
  })

  it('is at rest as soon as it is released, and reports it once', () => {
    const { reports, hook } = movingLine()
    hook().move(2)
    hook().move(2.5)
    hook().rest(2.5)
    vi.advanceTimersByTime(1_000)
    expect(reports).toEqual([
      [2, true],
      [2.5, true],
      [2.5, false],
    ])
  })

  it('reports nothing while it stays on its step', () => {
    const { reports, hook } = movingLine()
    hook().move(1.5)
    vi.advanceTimersByTime(1_000)
    hook().rest(1.5)
    expect(reports).toEqual([])
  })

  it('reports nothing after it is removed', () => {
    const { reports, view, hook } = movingLine()
    hook().move(2)
    view.unmount()
    vi.advanceTimersByTime(1_000)
    expect(reports).toEqual([[2, true]])
  })
})
