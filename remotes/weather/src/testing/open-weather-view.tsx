import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Root } from '../app/weather-view.tsx'
import { createDay, createGame, createWeather, openShell } from './fixture.ts'

export type Script = Parameters<typeof openShell>[0]

/** Renders the weather view with the scripted answers of the API. */
export function open(script: Script) {
  const host = openShell(script)
  const view = render(<Root shell={host.shell} />)
  return { ...host, view, user: userEvent.setup() }
}

/** The games of a league, in the order of the screen. */
export const games = (league: string) =>
  within(screen.getByRole('region', { name: league }))
    .getAllByRole('heading', { level: 4 })
    .map(({ textContent }) => textContent)

/** Answers of a day without failures. */
export const fine: Script = {
  '/api/games/today': () =>
    createDay(
      [createGame('NYY', 'BOS'), createGame('CIN', 'COL'), createGame('TOR', 'TB')],
      [createGame('GB', 'CHI')],
    ),
  '/api/weather/BOS': () =>
    createWeather('baseball', 'BOS', { wind: 12, from: 67.5, temperature: 40, rain: 35 }),
  '/api/weather/COL': () => createWeather('baseball', 'COL', { wind: 17, from: 202.5, temperature: 88 }),
  '/api/weather/TB': () => createWeather('baseball', 'TB'),
  '/api/weather/CHI': () => createWeather('football', 'CHI', { wind: 13, from: 315 }),
}
