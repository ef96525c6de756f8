import { createScriptedShell, type RemoteAnswers } from '@propsight/harness'
import type { Pick, TrackLeg } from '@propsight/shared/contracts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { GAME_CONTEXT } from '../../dev/answers.ts'
import { aLeg, aRow } from '../../testing/pick-fixtures.ts'
import { PickDetail } from './pick-detail.tsx'

const onClose = vi.fn()
const onDelete = vi.fn()
const shellOf = (answers: RemoteAnswers = {}) => createScriptedShell({ scenario: 'signed-in', answers }).shell
const show = (more: Partial<Pick> = {}, leg?: TrackLeg, answers?: RemoteAnswers) =>
  render(<PickDetail {...{ shell: shellOf(answers), leg, onDelete, onClose }} row={aRow(more)} />)
const RUN_ID = '6f9619ff-8b86-4d01-b42d-00c04fc96410'
const SOON = new Date(Date.now() + 3_600_000).toISOString()
const conditions = { rating: 'FAIR', score: 50, factors: [] }
const WEATHER = {
  team: 'COL',
  sport: 'baseball',
  city: 'Denver',
  stadium: 'Coors Field',
  convertedGameTime: '6:40 PM',
  forecastFor: SOON,
  roof: 'open',
  temperature: 71,
  windSpeed: 4,
  windDirection: 'N',
  windDegrees: 0,
  humidity: 30,
  rainChance: 0,
  pressureHpa: 1013,
  snow: false,
  description: 'Clear sky',
  fieldBearing: 4,
  elevationFeet: 5_197,
  windOut: 0,
  overallConditions: conditions,
  readAt: SOON,
  stale: false,
}
const DETAIL = {
  name: 'Dax Holloway',
  personId: 1,
  fullName: 'Dax Holloway',
  position: 'LF',
  batSide: 'R',
  pitchHand: null,
  hitting: null,
  pitching: null,
  starterHands: {},
  why: [],
  engine: null,
  missing: {},
  readAt: SOON,
  stale: false,
}
const part = (name: string) => screen.getByRole('region', { name })

const games = [2, 0, 3].map((value, at) => ({
  date: `2026-07-1${at}`,
  value,
  result: value > 1.5 ? ('OVER' as const) : ('UNDER' as const),
  opponent: 'COL',
  homeAway: 'AWAY' as const,
}))

describe('P6 pick detail', () => {
  it('shows the call, its probability, interval and break-even, and the other figures', () => {
    show()
    const dialog = screen.getByRole('dialog', { name: 'Dax Holloway' })
    expect(within(dialog).getByText('Over 1.5')).toBeDefined()
    expect(
      screen.getByRole('img', { name: '63 percent likely over, interval 57 to 69, break-even 57.7' }),
    ).toBeDefined()
    for (const text of [
      '2.1',
      '2.0',
      '70%',
      '7 of 10 over',
      '2.0 Total Bases, expected',
      '1.5 More Total Bases',
    ])
      expect(within(dialog).getByText(text)).toBeDefined()
    expect(dialog.textContent).toContain('engine 2026.11.22')
    expect(dialog.textContent, 'the id is for programs').not.toContain('pick_')
  })

  it('shows the start of the game and the moment of saving, and names their zones once', () => {
    show({ gameTime: '2026-08-28T23:05:00Z', createdAt: '2026-11-27T20:05:00Z' })
    expect(screen.getByRole('dialog').textContent).toMatch(
      /MLB · .+ · Aug 28, 2026, 11:05 PMSaved Nov 27, 2026, 8:05 PM · .+ · times in UTC/,
    )
  })

  it('shows weather, stadium, pitcher, history, analytics and averages with their labels', () => {
    show({ ...GAME_CONTEXT, games })
    const weather = part('Weather').textContent
    for (const text of [
      'Clear',
      '88°F',
      'hot',
      '16 mph',
      'strong',
      '40%',
      '5%',
      '22 of 50',
      'Good',
      'Excellent',
      'Poor',
    ])
      expect(weather).toContain(text)
    expect(part('Stadium').textContent).toMatch(/Seattle.*×0\.88pitcher friendly.*Retractable roof/)
    expect(part('Opposing Pitcher').textContent).toMatch(/LHP · TEX.*Gareth Lindqvist.*4\.81.*1\.48.*78.*5–8/)
    expect(within(part('Opposing Pitcher')).getByText('4.81').className).toBe('u-low')
    expect(part('Batter vs pitcher').textContent).toMatch(/dominates.*6 for 17 so far\..*\.353/)
    expect(within(part('Advanced analytics')).getByText('63%').className).toBe('u-good')
    expect(part('Advanced analytics').textContent).toMatch(
      /Simulations—the chance is exact.*Current zone—no heat map is read/,
    )
    expect(part('Averages').textContent).toContain('Total Bases2.04')
    expect(part('Recent form').textContent).toContain('rising')
    expect(part('Injury impact').textContent).toContain('paternity list')
    expect(part('Defensive analysis').textContent).toContain('few hits')
  })

  it('counts the unders of a pick of the under', () => {
    show({
      ...GAME_CONTEXT,
      games,
      confidence: 17,
      bettingAnalysis: { projectedTotal: 2, recommendation: 'UNDER', bettingLine: 1.5 },
      sample: { window: 10, over: 2, under: 8, push: 0 },
    })
    const dialog = within(screen.getByRole('dialog', { name: 'Dax Holloway' }))
    expect(dialog.getByText('8 of 10 under')).toBeDefined()
    expect(part('Advanced analytics').textContent).toMatch(/Chance of the under17%.*Hit rate80%/)
    expect(dialog.getAllByRole('img', { name: /; under in 1$/ })).toHaveLength(2)
  })

  it('W3 grades weather before rounding, and shows the decimal that decides', () => {
    const { weather } = GAME_CONTEXT
    show({ ...GAME_CONTEXT, weather: weather && { ...weather, temperature: 85.4, windSpeed: 10.3 } })
    const shown = part('Weather').textContent
    for (const text of ['85.4°F', 'hot', '10.3 mph', 'fresh']) expect(shown).toContain(text)
  })

  it('draws the games, and lists them in a table', async () => {
    show({ games })
    expect(within(part('Games')).getAllByRole('img', { name: /Last 3 games/ })).toHaveLength(2)
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
    const rows = within(part('Games')).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      'Jul 12@ COL3OVER',
      'Jul 11@ COL0UNDER',
      'Jul 10@ COL2OVER',
    ])
  })

  it('shows a reason in each missing part, taken from the pick when it has one', () => {
    show({ unavailable: { weather: 'The game is played under a fixed roof.' } })
    expect(part('Weather').textContent).toContain('The game is played under a fixed roof.')
    for (const name of [
      'Games',
      'Advanced analytics',
      'Averages',
      'Stadium',
      'Opposing Pitcher',
      'Batter vs pitcher',
      'Recent form',
      'Injury impact',
      'Defensive analysis',
    ])
      expect(part(name).textContent, name).toContain('Not known when this pick was saved.')
  })

  it('reads what was not known at save time while the game is ahead, and says so', async () => {
    const { opposingPitcher, batterVsPitcherHistory } = GAME_CONTEXT
    const requests: object[] = []
    const answers: RemoteAnswers = {
      tables: {
        runs: () => [{ id: RUN_ID, category: 'All Stat Lines', state: 'captured', expires_at: SOON }],
      },
      api: {
        'GET /api/weather/COL': ({ query }) => {
          requests.push(query)
          return WEATHER
        },
        'POST /api/player-detail': ({ body }) => {
          requests.push(Object(body))
          return { ...DETAIL, opposingPitcher, vsPitcher: batterVsPitcherHistory }
        },
      },
    }
    show({ gameTime: SOON }, aLeg(), answers)
    await waitFor(() => expect(part('Opposing Pitcher').textContent).toContain('Gareth Lindqvist'))
    await waitFor(() => expect(part('Weather').textContent).toMatch(/71°F.*Clear sky|Clear sky.*71°F/))
    expect(part('Batter vs pitcher').textContent).toContain('6 for 17 so far.')
    expect(requests).toEqual(
      expect.arrayContaining([
        { sport: 'baseball', gameTime: SOON },
        { runId: RUN_ID, player: { name: 'Dax Holloway', team: 'CIN', group: 'hitting' }, gamePk: 777 },
      ]),
    )
    expect(
      screen.getByText(
        'Read now, not when the pick was saved: weather, opposing pitcher, batter vs pitcher.',
      ),
    ).toBeDefined()
  })

  it('keeps the reasons without a live run, and asks for nothing once the game has begun', async () => {
    const requests: string[] = []
    const answers: RemoteAnswers = {
      api: {
        'GET /api/weather/COL': ({ path }) => {
          requests.push(path)
          return WEATHER
        },
      },
    }
    const { unmount } = show({ gameTime: SOON }, aLeg(), answers)
    await waitFor(() => expect(part('Weather').textContent).toContain('71°F'))
    expect(part('Opposing Pitcher').textContent).toContain('Not known when this pick was saved.')
    unmount()
    show({ gameTime: SOON }, aLeg({ status: 'in-progress' }), answers)
    expect(part('Weather').textContent).toContain('Not known when this pick was saved.')
    expect(requests).toHaveLength(1)
  })

  it('shows the reason for a missing park figure next to the known ones', () => {
    const stadiumFactors = {
      city: 'Denver',
      factors: { overall: { homeRuns: 1.05 } },
      handednessAdvantage: null,
      specialFeatures: 'Coors Field: open air, 5,197 feet above sea level',
    }
    const unavailable = { handednessAdvantage: 'The published park factors are one for all batters.' }
    show({ stadiumFactors, unavailable })
    expect(part('Stadium').textContent).toMatch(
      /Denver.*×1\.05.*Handedness—The published park factors are one for all batters\..*5,197 feet/,
    )
  })

  it('shows the result of the pick, and nothing while the result is pending', () => {
    const { unmount } = show({}, aLeg({ status: 'push', actual: 2 }))
    expect(screen.getByText('Push')).toBeDefined()
    unmount()
    show({}, aLeg())
    expect(screen.queryByText(/pending/i)).toBeNull()
  })

  it('shows a notice for a pick without details', () => {
    render(
      <PickDetail
        {...{ shell: shellOf(), leg: undefined, onDelete, onClose }}
        row={{ ...aRow(), pick: null }}
      />,
    )
    expect(screen.getByText('This pick was saved without its details.')).toBeDefined()
    expect(screen.getByText('No probability was saved.')).toBeDefined()
  })

  it('requests the deletion by Delete pick, and closes on Escape', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Delete pick' }))
    expect(onDelete).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalled()
  })
})
