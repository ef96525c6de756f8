import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createDay, createGame, createWeather, openShell } from '../testing/fixture.ts'
import { fine, games, open } from '../testing/open-weather-view.tsx'
import { Root } from './weather-view.tsx'

afterEach(() => localStorage.clear())

describe('W1 weather overlay', () => {
  it('shows the day, the age, both sports and every field of a card', async () => {
    const { calls } = open(fine)
    expect(screen.getByRole('status', { name: 'Loading weather' })).toBeTruthy()
    await screen.findByText('out to center')
    expect(
      screen.getByText("Today's games · Saturday, July 18 · read 12 min ago · times in UTC"),
    ).toBeTruthy()
    expect(games('MLB')).toEqual(['NYY @ BOS', 'CIN @ COL', 'TOR @ TB'])
    expect(games('NFL')).toEqual(['GB @ CHI'])
    expect(calls[0]).toEqual({ path: '/api/games/today', query: { date: '2026-07-18' } })
    expect(calls.at(-1)).toEqual({
      path: '/api/weather/CHI',
      query: { sport: 'football', gameTime: '2026-07-18T23:10:00Z' },
    })
    const [boston, denver, dome] = screen.getAllByRole('listitem')
    const texts = (card: HTMLElement | undefined) => card?.textContent ?? ''
    expect(texts(denver)).toContain('Denver, Coors Field · 11:10 PM (5:10 PM park time)')
    expect(texts(denver)).toMatch(/17 mph SSW.*88 °F.*Hot.*0 %· 50%.*Clear.*Long fly balls: \+60\sft/)
    expect(texts(denver)).toMatch(/Home runExcellent98.*PitchingTerrible3.*HittingExcellent96/)
    expect(texts(boston)).toMatch(/12 mph ENEin from right-center.*40 °F.*Cold.*35 %/)
    expect(within(boston as HTMLElement).getByRole('img', { name: 'Rain likely' })).toBeTruthy()
    expect(
      within(denver as HTMLElement).getByRole('img', { name: /^Park drawn north up, wind from SSW at 17/ }),
    ).toBeTruthy()
    expect(screen.getByText(/^Forecast for the hour nearest to each start: Open-Meteo\./)).toBeTruthy()
    expect(texts(dome)).toContain('No weather reaches the field: every rating is 50.')
  })

  it('sorts each sport by its own order, and stores the order', async () => {
    const { view, user } = open(fine)
    await screen.findByText('out to center')
    const [mlb] = screen.getAllByLabelText('Sort by')
    await user.selectOptions(mlb as HTMLElement, 'Best home runs')
    expect(games('MLB')).toEqual(['CIN @ COL', 'TOR @ TB', 'NYY @ BOS'])
    await user.selectOptions(mlb as HTMLElement, 'Lowest temperature')
    expect(games('MLB')).toEqual(['NYY @ BOS', 'CIN @ COL', 'TOR @ TB'])
    expect(within(mlb as HTMLElement).getAllByRole('option')).toHaveLength(13)
    await user.selectOptions(mlb as HTMLElement, 'Best passing (NFL)')
    expect(screen.getByText(/MLB games have no such rating/)).toBeTruthy()
    await user.selectOptions(mlb as HTMLElement, 'Highest wind')
    view.unmount()
    open(fine)
    await screen.findByText('out to center')
    expect(screen.getAllByLabelText<HTMLSelectElement>('Sort by').map(({ value }) => value)).toEqual([
      'windiest',
      'default',
    ])
    expect(games('MLB')[0]).toBe('CIN @ COL')
  })

  it('shows the same values as a table', async () => {
    const { user } = open(fine)
    await screen.findByText('out to center')
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const rows = within(screen.getByRole('region', { name: 'MLB table' })).getAllByRole('row')
    expect(rows).toHaveLength(4)
    expect(rows[2]?.textContent).toContain(
      'CIN @ COL11:10 PM5:10 PM97 Excellent98 Excellent3 Terrible96 Excellent88 °F',
    )
    expect(rows[3]?.textContent).toContain('—')
  })

  it('explains the ratings; Escape closes only the help and restores the focus', async () => {
    const { user } = open(fine)
    const button = screen.getByRole('button', { name: 'Target ratings' })
    await user.click(button)
    expect(screen.getByRole('region', { name: 'Target ratings' }).textContent).toContain(
      '2.75 ft for each 10 °F',
    )
    const receivedKeys: string[] = []
    document.addEventListener('keydown', ({ key }) => receivedKeys.push(key), { once: true })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Target ratings' })).toBeNull()
    expect(document.activeElement).toBe(button)
    expect(receivedKeys).toEqual([])
    await user.click(button)
    await user.click(document.body)
    expect(screen.queryByRole('region', { name: 'Target ratings' })).toBeNull()
    await user.click(button)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Target ratings' }))
    await user.tab()
    expect(screen.queryByRole('region', { name: 'Target ratings' })).toBeNull()
  })
})

describe('W1 weather overlay in special cases', () => {
  it('W3 applies every threshold before rounding, and shows a decimal if it decides', async () => {
    const { user } = open({
      '/api/games/today': () =>
        createDay([createGame('CIN', 'COL'), createGame('NYY', 'BOS'), createGame('SEA', 'CHC')]),
      '/api/weather/COL': () =>
        createWeather('baseball', 'COL', { temperature: 85.4, wind: 15.3, from: 184, rain: 30.4 }),
      '/api/weather/BOS': () =>
        createWeather('baseball', 'BOS', { temperature: 44.6, wind: 10.4, from: 67.5, rain: 30 }),
      '/api/weather/CHC': () =>
        createWeather('baseball', 'CHC', { temperature: 84.7, wind: 9.6, from: 184, rain: 29.6 }),
    })
    await screen.findByText('out to center')
    const [denver, boston, chicago] = screen.getAllByRole('listitem') as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ]
    expect(denver.textContent).toMatch(/15\.3 mph S.*85\.4 °F.*Hot.*30\.4 %/)
    expect(denver.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('strong')
    within(denver).getByRole('img', { name: 'Rain likely' })
    expect(boston.textContent).toMatch(/10\.4 mph ENE.*44\.6 °F.*Cold.*30 %/)
    expect(boston.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('fresh')
    within(boston).getByRole('img', { name: 'Cold' })
    expect(chicago.textContent).toMatch(/10 mph S.*85 °F.*30 %/)
    expect(chicago.textContent).not.toMatch(/Hot|Cold/)
    expect(chicago.querySelector('[data-tone]')).toBeNull()
    expect(within(chicago).queryByRole('img', { name: /Rain|Hot|Cold/ })).toBeNull()
    await user.selectOptions(screen.getAllByLabelText('Sort by')[0] as HTMLElement, 'Highest temperature')
    expect(games('MLB')).toEqual(['CIN @ COL', 'SEA @ CHC', 'NYY @ BOS'])
  })

  it('shows an empty state on a day without games', async () => {
    open({ '/api/games/today': () => createDay([]) })
    expect(await screen.findByRole('heading', { name: 'No games today' })).toBeTruthy()
  })

  it('shows that a replayed season has no forecast, and requests none', async () => {
    const { shell, calls } = openShell(fine)
    const replay = { ...shell.dataSource.get(), kind: 'replay' as const }
    render(<Root shell={{ ...shell, dataSource: { get: () => replay, subscribe: () => () => {} } }} />)
    expect(await screen.findByRole('heading', { name: 'No weather for a replayed season' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(calls.map(({ path }) => path)).toEqual(['/api/games/today'])
  })

  it('shows a notice for a sport without games', async () => {
    open({ ...fine, '/api/games/today': () => createDay([createGame('CIN', 'COL')]) })
    expect(await screen.findByText('No NFL games today.')).toBeTruthy()
  })

  it('sends no request for a game at a neutral site, and no hour when the start is unknown', async () => {
    const { calls } = open({
      ...fine,
      '/api/games/today': () =>
        createDay([
          createGame('SEA', 'BOS', { neutralSite: true }),
          createGame('CIN', 'COL', { timeTbd: true, status: 'postponed', gameNumber: 2 }),
        ]),
    })
    await screen.findByText('Game 2', { exact: false })
    await waitFor(() => expect(screen.getByText(/time TBD/)).toBeTruthy())
    expect(screen.getByText('Postponed')).toBeTruthy()
    expect(screen.getByText(/Not played at BOS/)).toBeTruthy()
    expect(calls.slice(1)).toEqual([
      { path: '/api/weather/COL', query: { sport: 'baseball', gameTime: undefined } },
    ])
  })
})
