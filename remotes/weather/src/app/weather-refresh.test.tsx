import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDay, createGame, createWeather, openShell } from '../testing/fixture.ts'
import { fine, games, open, type Script } from '../testing/open-weather-view.tsx'
import { Root } from './weather-view.tsx'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('W2 weather overlay with failures', () => {
  it('omits and counts a game whose weather failed, and shows it after Retry', async () => {
    let isDown = true
    const { user } = open({
      ...fine,
      '/api/weather/COL': (request) =>
        isDown ? new Error('The forecast service does not answer.') : fine['/api/weather/COL']?.(request),
    })
    await screen.findByText('Weather for 1 game could not be loaded: COL.')
    expect(screen.getByText('The forecast service does not answer.', { exact: false })).toBeTruthy()
    expect(games('MLB')).toEqual(['NYY @ BOS', 'TOR @ TB'])
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('out to center')
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('shows the error box when the games request fails, and recovers after Retry', async () => {
    let isDown = true
    const { user } = open({
      ...fine,
      '/api/games/today': (request) =>
        isDown ? new Error('No schedule.') : fine['/api/games/today']?.(request),
    })
    expect(await screen.findByRole('heading', { name: 'Failed to fetch weather data' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('No schedule.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('out to center')
  })

  it('shows the error box when the weather of every game fails', async () => {
    open({ '/api/games/today': () => createDay([createGame('NYY', 'BOS'), createGame('CIN', 'COL')]) })
    expect(await screen.findByRole('heading', { name: 'Failed to fetch weather data' })).toBeTruthy()
  })

  it('names a schedule that could not be read, and marks stale weather', async () => {
    open({
      ...fine,
      '/api/games/today': () => createDay([createGame('CIN', 'COL')], [], { missing: ['football'] }),
      '/api/weather/COL': () => createWeather('baseball', 'COL', {}, { stale: true }),
    })
    expect(await screen.findByText('The NFL schedule could not be loaded.')).toBeTruthy()
    expect(await screen.findByText('This data may be out of date.')).toBeTruthy()
    expect(screen.queryByText('No NFL games today.')).toBeNull()
  })

  it('retries every half minute until everything is fresh', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isDown = true
    const { calls } = open({
      ...fine,
      '/api/games/today': (request) =>
        isDown ? new Error('No schedule.') : fine['/api/games/today']?.(request),
      '/api/weather/COL': (request) => (isDown ? new Error('Silence.') : fine['/api/weather/COL']?.(request)),
    })
    await screen.findByText('No schedule.', { exact: false })
    expect(calls).toHaveLength(1)
    isDown = false
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await screen.findByText('out to center')
    const requestCount = calls.length
    // Complete and fresh data is not requested again.
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(calls).toHaveLength(requestCount)
  })

  it('reports a response with an invalid form', async () => {
    open({
      '/api/games/today': () => createDay([createGame('CIN', 'COL')]),
      '/api/weather/COL': () => ({ hot: true }),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('cannot read')
  })
})

describe('W2 weather overlay over time', () => {
  it('requests failed weather when the browser is online again, and shows the cause until then', async () => {
    const connectionError = Object.assign(new Error('Unable to connect'), { code: 'CONNECTION_ERROR' })
    const script: Script = { ...fine, '/api/weather/COL': () => connectionError }
    open(script)
    expect(await screen.findByText('The server does not answer.')).toBeTruthy()
    script['/api/weather/COL'] = () => createWeather('baseball', 'COL', { wind: 17, from: 202.5 })
    act(() => {
      dispatchEvent(new Event('offline'))
      dispatchEvent(new Event('online'))
    })
    await waitFor(() => expect(games('MLB')).toContain('CIN @ COL'))
    expect(screen.queryByText('The server does not answer.')).toBeNull()
  })

  it('changes to the next day after midnight Eastern', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.setSystemTime('2026-07-19T03:59:50Z')
    const { shell, calls } = openShell(fine)
    const live = { ...shell.dataSource.get(), kind: 'live' as const }
    render(<Root shell={{ ...shell, dataSource: { get: () => live, subscribe: () => () => {} } }} />)
    const days = () => calls.filter(({ path }) => path === '/api/games/today').map(({ query }) => query?.date)
    await waitFor(() => expect(days()).toEqual(['2026-07-18']))
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    await waitFor(() => expect(days()).toEqual(['2026-07-18', '2026-07-19']))
  })

  it('reads everything again after an hour', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { calls } = open(fine)
    await screen.findByText('out to center')
    calls.length = 0
    await act(() => vi.advanceTimersByTimeAsync(3_601_000))
    expect(calls.map(({ path }) => path).toSorted()).toEqual(Object.keys(fine).toSorted())
  })
})
