import type { TeamWeather } from '@propsight/shared/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { BOARD_LINES, openBoard } from '../testing/open-dashboard.tsx'
import { aBatter, end, start } from '../testing/players.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const HITS = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
const tonight = (slot: number | null, announced = true) => ({
  gamePk: 1,
  date: '2026-07-18',
  startsAt: '2026-07-19T01:40:00Z',
  opponent: 'TEX',
  homeAway: 'HOME' as const,
  homeTeam: 'SEA',
  lineup: { announced, slot },
  starter: null,
})
const OUT = {
  state: 'out' as const,
  label: '10-day injured list',
  date: '2026-07-12',
  text: 'Seattle placed him on the 10-day injured list. Left hamstring strain.',
}
const LOGS = [
  start(4),
  aBatter('José Ramírez', HITS, { tonight: tonight(3) }),
  aBatter("Mack O'Neill", HITS, { tonight: tonight(null), availability: OUT }),
  aBatter('Cal Whitlock', HITS, { tonight: tonight(null) }),
  aBatter('New Face', HITS, {
    tonight: tonight(null, false),
    availability: { state: 'returned', label: 'activated', date: '2026-07-16', text: 'Activated.' },
  }),
  end(4),
]
const GAMES = {
  date: '2026-07-18',
  games: {
    baseball: [
      ['SEA', 'TEX', '2026-07-19T01:40:00Z'],
      ['LAD', 'SEA', '2026-07-19T02:10:00Z'],
    ].map(([homeTeam, awayTeam, gameTime]) => ({
      id: `${homeTeam}`,
      homeTeam,
      awayTeam,
      gameTime,
      stadium: 'A park',
      status: 'scheduled',
      gameNumber: 1,
      timeTbd: false,
      neutralSite: false,
    })),
    football: [],
  },
  missing: [],
  readAt: '2026-07-18T16:00:00Z',
  stale: false,
}
const SEATTLE: TeamWeather = {
  team: 'SEA',
  sport: 'baseball',
  city: 'Seattle',
  stadium: 'A park',
  convertedGameTime: '6:40 PM',
  forecastFor: '2026-07-19T02:00:00Z',
  roof: 'open',
  temperature: 84,
  windSpeed: 11,
  windDirection: 'S',
  windDegrees: 180,
  humidity: 40,
  rainChance: 5,
  pressureHpa: 1013,
  snow: false,
  description: 'Clear',
  fieldBearing: 0,
  elevationFeet: 17,
  windOut: 11,
  overallConditions: { rating: 'GOOD', score: 68 },
  homeRunConditions: { rating: 'EXCELLENT', score: 80 },
  readAt: '2026-07-18T16:00:00Z',
  stale: false,
}
/** What the test shell shows instead of the mark of the weather remote: its props. */
const MARK_OF_SEATTLE = /^Mark of SEA at 2026-07-(19|20)T01:40:00Z$/
const CONTEXT_SCRIPT = {
  '/api/game-logs': [LOGS],
  '/api/games/today': [GAMES],
  '/api/weather/SEA': [SEATTLE],
}
const card = (name: string) =>
  within(screen.getByRole('link', { name }).closest('[data-card]') as HTMLElement)
/** Expands the card of a player, which shows the weather of his game. */
const expand = (user: UserEvent, name: string) =>
  user.click(card(name).getByRole('button', { name: /: hit rates$/ }))

describe('N11 the game context of a board', () => {
  it('shows what is against the call on the card, and line-up slot, availability and weather when expanded', async () => {
    const { user } = await openBoard(CONTEXT_SCRIPT)
    expect(card('José Ramírez').queryByText('Bats 3rd')).toBeNull()
    await expand(user, 'José Ramírez')
    expect(card('José Ramírez').getAllByText('Bats 3rd')).toHaveLength(1)
    expect(await card('José Ramírez').findByText(MARK_OF_SEATTLE)).toBeDefined()
    const out = card("Mack O'Neill").getAllByText('Out: 10-day injured list, Jul 12')[0]
    expect(out?.closest('[title]')?.getAttribute('title')).toBe(OUT.text)
    // A player on the injured list is in no line-up, so that only the availability is shown.
    expect(card("Mack O'Neill").queryByText('Not in the line-up')).toBeNull()
    expect(card('Cal Whitlock').getAllByText('Not in the line-up').length).toBeGreaterThan(0)
    await expand(user, 'New Face')
    expect(card('New Face').getAllByText('Line-up not out yet')).toHaveLength(1)
    expect(card('New Face').getByText('Back: activated, Jul 16')).toBeDefined()
  })

  it('loads weather once per park, after the board, and shows no error when the request fails', async () => {
    const { server, toasts, user } = await openBoard(CONTEXT_SCRIPT)
    await waitFor(() => expect(server.callsTo('/api/weather/LAD')).toHaveLength(1))
    expect(server.callsTo('/api/games/today')).toHaveLength(1)
    expect(server.callsTo('/api/weather/SEA')).toHaveLength(1)
    expect(server.callsTo('/api/weather/SEA')[0]?.request.query).toEqual({
      sport: 'baseball',
      gameTime: '2026-07-19T01:40:00Z',
    })
    const paths = server.calls.map(({ path }) => path)
    expect(paths.indexOf('/api/games/today')).toBeGreaterThan(paths.indexOf('/api/game-logs'))
    await expand(user, 'Cal Whitlock')
    expect(card('Cal Whitlock').queryByText(/^Mark of/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(toasts()).toHaveLength(0)
  })

  it.each([
    ['the second, whose start is not set', 2, [{ sport: 'baseball', gameTime: undefined }]],
    ['the first', 1, [{ sport: 'baseball', gameTime: '2026-07-18T20:10:00Z' }]],
    ['one that is not certain', null, []],
  ])('shows the weather of the line’s own game of two on a day: %s', async (_, gamePk, queries) => {
    const [game, other] = GAMES.games.baseball
    const first = { ...game, id: '1', gameTime: '2026-07-18T20:10:00Z' }
    const second = { ...game, id: '2', gameNumber: 2, gameTime: '2026-07-18T07:33:00Z', timeTbd: true }
    const ofClubs = { ...GAMES, games: { baseball: [first, second, other], football: [] } }
    const lines = BOARD_LINES.map((line) => (line.opponent === 'TEX' ? { ...line, gamePk } : line))
    const { server } = await openBoard({
      ...CONTEXT_SCRIPT,
      '/api/fetch-lines': [{ players: lines, readAt: GAMES.readAt, stale: false, skipped: 0 }],
      '/api/games/today': [ofClubs],
    })
    await waitFor(() => expect(server.callsTo('/api/weather/LAD')).toHaveLength(1))
    expect(server.callsTo('/api/weather/SEA').map(({ request }) => request.query)).toEqual(queries)
  })

  it('P6, N11: shows the day of games that are not today, and the weather of that day', async () => {
    const [line] = BOARD_LINES
    const tomorrow = { ...line, gameTime: '2026-07-20T01:40:00Z' }
    const [today] = GAMES.games.baseball
    const next = { ...today, id: 'next', gameTime: tomorrow.gameTime }
    const ofTomorrow = { ...GAMES, date: '2026-07-19', games: { baseball: [next], football: [] } }
    const { server, user } = await openBoard({
      ...CONTEXT_SCRIPT,
      '/api/fetch-lines': [{ players: [tomorrow], readAt: GAMES.readAt, stale: false, skipped: 0 }],
      '/api/game-logs': [[start(1), aBatter('José Ramírez', HITS, { tonight: tonight(3) }), end(1)]],
      '/api/games/today': [ofTomorrow],
    })
    expect(screen.getByText(/^Sunday, July 19 ET · 1 game · 1 line.* · times in UTC$/)).toBeDefined()
    expect(screen.getAllByRole('option', { name: /^TEX @ SEA · (Sun|Mon) \d/ })).not.toHaveLength(0)
    await expand(user, 'José Ramírez')
    expect(await card('José Ramírez').findByText(MARK_OF_SEATTLE)).toBeDefined()
    expect(server.callsTo('/api/games/today').map(({ request }) => request.query)).toEqual([
      { date: '2026-07-19' },
    ])
    expect(server.callsTo('/api/weather/SEA')[0]?.request.query).toMatchObject({
      gameTime: tomorrow.gameTime,
    })
  })

  it('N11: shows the first and the last day of a board over several days, and loads the weather of each', async () => {
    const [first] = BOARD_LINES
    const [, second] = BOARD_LINES.map((line) => ({ ...line, gameTime: '2026-07-20T01:40:00Z' }))
    const { server, user } = await openBoard({
      ...CONTEXT_SCRIPT,
      '/api/fetch-lines': [{ players: [first, second], readAt: GAMES.readAt, stale: false, skipped: 0 }],
      '/api/game-logs': [LOGS],
      '/api/games/today': [GAMES, { ...GAMES, date: '2026-07-19' }],
    })
    expect(screen.getByText(/^Jul 18 to Jul 19 ET · /)).toBeDefined()
    await waitFor(() =>
      expect(server.callsTo('/api/games/today').map(({ request }) => request.query)).toEqual([
        { date: '2026-07-18' },
        { date: '2026-07-19' },
      ]),
    )
    await waitFor(() => expect(server.callsTo('/api/weather/SEA')).toHaveLength(1))
    // The second day's answer has today's game only: another day's weather would mislead.
    await expand(user, "Mack O'Neill")
    expect(card("Mack O'Neill").queryByText(/^Mark of/)).toBeNull()
  })

  it('N10: shows the hit rates of 5, 10, 15, 25 games and the season with counts in an expanded card', async () => {
    const games = Array.from({ length: 30 }, (_, index) => (index < 20 ? 0 : 2))
    const [line] = BOARD_LINES
    const { user } = await openBoard({
      '/api/fetch-lines': [{ players: [line], readAt: '2026-07-18T17:00:00Z', stale: false, skipped: 0 }],
      '/api/game-logs': [[start(1), aBatter('José Ramírez', games), end(1)]],
    })
    await user.click(screen.getByRole('button', { name: '1 José Ramírez: hit rates' }))
    const table = within(screen.getByRole('table', { name: 'José Ramírez: how often over 0.5 Hits' }))
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Last 5',
      'Last 10',
      'Last 15',
      'Last 25',
      'Season',
    ])
    expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      '100%5 of 5 over',
      '100%10 of 10 over',
      '67%10 of 15 over',
      '40%10 of 25 over',
      '33%10 of 30 over',
    ])
  })
})

describe('N11 a saved pick', () => {
  it('stores availability, weather, averages and the engine’s figures, with a reason for each missing field', async () => {
    const { user, picks, server } = await openBoard(CONTEXT_SCRIPT)
    await waitFor(() => expect(server.callsTo('/api/weather/SEA')).toHaveLength(1))
    await expand(user, "Mack O'Neill")
    expect(await card("Mack O'Neill").findByText(MARK_OF_SEATTLE)).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^Save Mack O'Neill/ }))
    await waitFor(() => expect(picks()).toHaveLength(1))
    const pick = picks()[0]?.pick
    expect(pick).toMatchObject({
      injuryImpact: `Out: 10-day injured list, 2026-07-12. ${OUT.text}`,
      weather: {
        temperature: 84,
        windSpeed: 11,
        humidity: 40,
        conditions: 'Clear',
        rainChance: 5,
        primaryWeatherFactor: '84°F, wind 11 mph out to center',
        weatherImpactScore: 18,
        overallConditions: { rating: 'GOOD' },
        homeRunConditions: { rating: 'EXCELLENT' },
      },
      actualAverages: { Hits: 2.5, Runs: 0 },
      opposingPitcher: null,
      unavailable: { opposingPitcher: 'No opposing starter was announced.' },
    })
    expect(pick).not.toHaveProperty('unavailable.weather')
    expect(pick).not.toHaveProperty('unavailable.injuryImpact')
  })
})
