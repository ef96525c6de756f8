import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createWeather, openShell } from '../../testing/fixture.ts'
import { weatherMark } from './weather-mark.ts'

const BOSTON = createWeather('baseball', 'BOS', { wind: 12, from: 67.5, temperature: 40, rain: 35 })
const GAME = { homeTeam: 'BOS', gameTime: '2026-07-18T23:10:00Z' }

/** Mounts the mark like the shell: with checked props. */
function mount(
  props: object,
  script: Parameters<typeof openShell>[0] = { '/api/weather/BOS': () => BOSTON },
) {
  const host = openShell(script)
  const element = document.createElement('span')
  const mark = weatherMark.mount?.(element, props as never, host.shell)
  if (!mark) throw new Error('the mark has no mount')
  return { ...host, element, mark: mark as { update(props: object): void; unmount(): void } }
}
const isRefused = (props: object) => 'issues' in Object(weatherMark.props['~standard'].validate(props))

describe('N11 W2 the weather mark', () => {
  it('shows the weather of a game as text and title, requested once for all of its marks', async () => {
    const { element, calls, shell } = mount(GAME)
    await waitFor(() => expect(element.textContent).toBe('40°F, wind 12 mph in from right-center, rain 35%'))
    expect(element.title).toBe(element.textContent)
    expect(Array.from(element.children, (part) => part.textContent)).toEqual([
      '40°F',
      ', wind 12 mph',
      ' in from right-center',
      ', rain 35%',
    ])
    const second = document.createElement('span')
    weatherMark.mount?.(second, GAME as never, shell)
    await waitFor(() => expect(second.textContent).toBe(element.textContent))
    expect(calls).toEqual([
      { path: '/api/weather/BOS', query: { sport: 'baseball', gameTime: '2026-07-18T23:10:00Z' } },
    ])
  })

  it('shows another game after an update, and nothing of an answer that comes too late', async () => {
    let answer = (_: unknown) => {}
    const { element, mark } = mount(GAME, {
      '/api/weather/BOS': () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      '/api/weather/TB': () => createWeather('baseball', 'TB'),
    })
    mark.update({ homeTeam: 'TB', gameTime: null })
    await waitFor(() => expect(element.textContent).toBe('indoors under a fixed roof'))
    answer(BOSTON)
    mark.unmount()
    await Promise.resolve()
    expect(element.textContent).toBe('indoors under a fixed roof')
  })

  it('is empty when the forecast failed, in another stadium, and in a replayed season', async () => {
    const failed = mount(GAME, { '/api/weather/BOS': () => new Error('No forecast') })
    await waitFor(() => expect(failed.calls).toHaveLength(1))
    const elsewhere = mount({ ...GAME, stadium: 'London Stadium' })
    await waitFor(() => expect(elsewhere.calls).toHaveLength(1))
    const replayed = openShell({ '/api/weather/BOS': () => BOSTON })
    replayed.shell.dataSource.get = () => ({
      kind: 'replay',
      label: 'Replay',
      today: '2019-07-15',
      season: 2019,
    })
    const element = document.createElement('span')
    weatherMark.mount?.(element, GAME as never, replayed.shell)
    const shown = mount({ ...GAME, stadium: 'Fenway Park' })
    await waitFor(() => expect(shown.element.textContent).toMatch(/^40°F/))
    expect([failed.element, elsewhere.element, element].map(({ textContent }) => textContent)).toEqual([
      '',
      '',
      '',
    ])
    expect(replayed.calls).toEqual([])
  })

  it('refuses props that name no game', () => {
    expect(isRefused(GAME)).toBe(false)
    expect(isRefused({ homeTeam: 'BOS' })).toBe(true)
    expect(isRefused({ ...GAME, homeTeam: '' })).toBe(true)
    expect(isRefused({ ...GAME, homeTeam: null })).toBe(true)
    expect(isRefused({ ...GAME, more: 1 })).toBe(false)
  })
})
