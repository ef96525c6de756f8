import type { DataSource } from '@propsight/shared/contracts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useToday } from './use-today.ts'

const LOADED = '2026-07-19T01:30:00Z'
function sourceOf(kind: DataSource['kind'], today: string) {
  const source: DataSource = { kind, label: kind, today, season: 2026 }
  return { get: () => source, subscribe: () => () => {} }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(LOADED) })
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.parse(LOADED))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('H1: the day is the one of the server, also when the clock of the device is a day behind', () => {
  const { result } = renderHook(() => useToday(sourceOf('live', '2026-07-19')))
  expect(result.current).toEqual({ source: 'live', date: '2026-07-19' })
})

it('H1: an open page changes to the next day at midnight in US Eastern time, across the end of a month', () => {
  const { result } = renderHook(() => useToday(sourceOf('live', '2026-07-31')))
  act(() => vi.advanceTimersByTime(2.4 * 3_600_000))
  expect(result.current.date).toBe('2026-07-31')
  act(() => vi.advanceTimersByTime(0.2 * 3_600_000))
  expect(result.current.date).toBe('2026-08-01')
})

it('H1: a view that is opened after midnight begins with the new day', () => {
  vi.setSystemTime(new Date('2026-07-19T05:00:00Z'))
  expect(renderHook(() => useToday(sourceOf('sample', '2026-07-18'))).result.current.date).toBe('2026-07-19')
})

it('H1: the day of a replayed league does not change', () => {
  vi.setSystemTime(new Date('2026-07-19T05:00:00Z'))
  expect(renderHook(() => useToday(sourceOf('replay', '2019-07-15'))).result.current.date).toBe('2019-07-15')
})
