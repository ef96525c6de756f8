import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aBoard, aProp, NOW } from '../../testing/board-fixture.ts'
import { openScanner } from '../../testing/open-scanner.tsx'

const BOARD = aBoard([
  aProp('villareal'),
  aProp('holloway', { player: 'Dax Holloway', personId: 100_002, stat: 'Hits' }),
  aProp('unknown', { player: 'Nick Unmatched', personId: null, team: null }),
])
const STORED = {
  game_pk: 700_001,
  person_id: 100_001,
  stat_type: 'Total Bases',
  line: 1.5,
  side: null,
  player_name: 'Mateo Villareal',
  team: 'SEA',
  league_day: '2026-07-18',
}
const tooMany = () =>
  Response.json(
    { code: 'PT409', message: 'At most 100 props can be starred at a time', details: null, hint: null },
    { status: 409 },
  )
const starOf = (player: RegExp) => screen.findByRole('button', { name: player })
const isOn = (star: HTMLElement) => star.getAttribute('aria-pressed') === 'true'
const VILLAREAL = /^Star Mateo Villareal, Total Bases$/
const HOLLOWAY = /^Star Dax Holloway, Hits$/

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
})

describe('the star of a prop', () => {
  it('is stored with the line by a press, and removed by another', async () => {
    const { user, rows } = openScanner({ script: { board: BOARD } })
    const star = await starOf(VILLAREAL)
    expect(isOn(star)).toBe(false)
    await user.click(star)
    expect(isOn(star)).toBe(true)
    await waitFor(() => expect(rows('starred_props')).toEqual([expect.objectContaining(STORED)]))
    await waitFor(() => expect(star.getAttribute('aria-busy')).toBeNull())
    await user.click(star)
    expect(isOn(star)).toBe(false)
    await waitFor(() => expect(rows('starred_props')).toEqual([]))
  })

  it('shows before it is stored, is busy meanwhile, and does not expand the prop', async () => {
    const { user, rows } = openScanner({ scenario: 'slow', script: { board: BOARD } })
    const star = await starOf(HOLLOWAY)
    star.focus()
    await user.keyboard(' ')
    expect([isOn(star), star.getAttribute('aria-busy'), rows('starred_props').length]).toEqual([
      true,
      'true',
      0,
    ])
    expect(screen.queryByRole('table', { name: 'All books' })).toBeNull()
    await waitFor(() => expect(rows('starred_props')).toHaveLength(1))
    await waitFor(() => expect(star.getAttribute('aria-busy')).toBeNull())
    expect(isOn(star)).toBe(true)
  })

  it('is taken back with the reason when the user has the most stars already', async () => {
    const host = openScanner({ script: { board: BOARD, refuseStar: tooMany } })
    const star = await starOf(VILLAREAL)
    await host.user.click(star)
    await waitFor(() => expect(isOn(star)).toBe(false))
    expect(host.toasts.shown.get().map(({ message, tone }) => [message, tone])).toEqual([
      ['At most 100 props can be starred at a time. Remove stars in your account, under Alerts.', 'low'],
    ])
  })

  it('is taken back with a message when it cannot be stored', async () => {
    const host = openScanner({
      script: { board: BOARD, refuseStar: () => Response.json({ message: 'down' }, { status: 500 }) },
    })
    const star = await starOf(VILLAREAL)
    await host.user.click(star)
    await waitFor(() => expect(isOn(star)).toBe(false))
    expect(host.toasts.shown.get()[0]?.message).toBe('The star of Mateo Villareal was not saved. Try again.')
  })

  it('is not offered while the stars cannot be read, which the page says', async () => {
    const { user, server } = openScanner({
      script: { board: BOARD, refuseStars: () => Response.json({ message: 'down' }, { status: 500 }) },
    })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByText('Your stars could not be loaded.')).toBeDefined()
    expect(screen.queryByRole('button', { name: VILLAREAL })).toBeNull()
    server.refuseStars = null
    await user.click(retry)
    await starOf(VILLAREAL)
    expect(screen.queryByText('Your stars could not be loaded.')).toBeNull()
  })

  it('is not offered for a prop without a known player', async () => {
    openScanner({ script: { board: BOARD } })
    await starOf(VILLAREAL)
    expect(screen.getByRole('button', { name: /^Nick Unmatched/ })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Star Nick Unmatched/ })).toBeNull()
  })

  it('follows changes of other devices and of the account dialog', async () => {
    const { shell } = openScanner({ script: { board: BOARD, stars: [STORED] } })
    const star = await starOf(VILLAREAL)
    expect(isOn(star)).toBe(true)
    await shell.supabase.from('starred_props').delete().match({ game_pk: STORED.game_pk })
    fireEvent(window, new Event('visibilitychange'))
    await waitFor(() => expect(isOn(star)).toBe(false))
    const { game_pk: _, ...rest } = STORED
    await shell.supabase.from('starred_props').insert({ game_pk: STORED.game_pk, ...rest })
    await act(() =>
      shell.queryClient.invalidateQueries({ queryKey: ['starred-props', shell.session.get()?.id] }),
    )
    await waitFor(() => expect(isOn(star)).toBe(true))
  })

  it('is also in the expanded part, with its state as text', async () => {
    const { user } = openScanner({ search: '?prop=villareal', script: { board: BOARD } })
    const wide = await screen.findByText('Star', { selector: 'button' })
    await user.click(wide)
    expect(wide.textContent).toBe('Starred')
    for (const star of screen.getAllByRole('button', { name: VILLAREAL })) expect(isOn(star)).toBe(true)
  })
})

describe('the filter of starred props', () => {
  it('shows them alone and is a part of the address', async () => {
    const { user, shell } = openScanner({ script: { board: BOARD, stars: [STORED] } })
    await starOf(HOLLOWAY)
    await user.click(screen.getByRole('button', { name: 'Starred' }))
    expect(screen.queryByRole('button', { name: HOLLOWAY })).toBeNull()
    expect(isOn(await starOf(VILLAREAL))).toBe(true)
    await waitFor(() => expect(shell.location.get().search).toBe('?starred=1'))
  })
})

describe('the link of an alert', () => {
  it('expands the prop of the league’s game and player', async () => {
    const prop = encodeURIComponent('700001|100002|Hits')
    openScanner({ search: `?day=2026-07-18&prop=${prop}`, script: { board: BOARD } })
    const name = await screen.findByRole('button', { name: /^Dax Holloway/, expanded: true })
    const card = name.closest<HTMLElement>('[data-card]')
    if (!card) throw new Error('no row')
    expect(await within(card).findByRole('table', { name: 'All books' })).toBeDefined()
  })
})
