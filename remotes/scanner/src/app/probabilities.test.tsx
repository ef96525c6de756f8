import { refuse } from '@propsight/harness'
import type { OddsResponse } from '@propsight/shared/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aBoard, aChance, aProp, NOW } from '../testing/board-fixture.ts'
import { BOARD, fixTime, nameOf, names, openScanner, PROPS, rowOf } from '../testing/open-scanner.tsx'

fixTime()

describe('the engine’s probability', () => {
  const paid: OddsResponse = aBoard([aProp('villareal', { shown: aChance(0.55) }), ...PROPS.slice(1)])
  const confirm = async ({ user }: ReturnType<typeof openScanner>, cost: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Get the engine’s probabilities' }))
    await user.click(dialog.getByRole('button', { name: new RegExp(`${cost}$`) }))
    return dialog
  }

  it('is there without a click where a run was paid for, the best expected value first', async () => {
    const [villareal, ...others] = PROPS
    const runBoard = aBoard([
      { ...(villareal ?? aProp('none')), shown: aChance(0.6) },
      ...others.map((prop, at) => ({ ...prop, shown: aChance(0.5 + 0.02 * at) })),
    ])
    openScanner({ search: '?sort=value', paid: ['All Stat Lines'], script: { board: BOARD, runBoard } })
    expect(await screen.findAllByRole('img', { name: /percent likely/ })).toHaveLength(PROPS.length)
    expect(names()).toEqual([
      'Mateo Villareal, Total Bases 1.5',
      'Dax Holloway, Hits 1.5',
      'José Ibáñez Jr., Hits 1.5',
    ])
    expect(screen.queryByRole('button', { name: 'Get probabilities' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Sort again' })).toBeNull()
  })

  it('is bought for the market of a prop by one confirmation, and a reload does not pay again', async () => {
    const host = openScanner({ script: { board: BOARD, runBoard: paid } })
    await host.user.click(await nameOf('Mateo Villareal'))
    await host.user.click(await screen.findByRole('button', { name: 'Get it' }))
    await confirm(host, '1 credit')
    const track = await screen.findByRole('img', {
      name: '55 percent likely over, interval 50 to 60, break-even 47.6',
    })
    expect(track.closest('tr')?.textContent).toContain('+15.5%▲ Over · +5.0 to +26.0')
    const banner = screen.getByText('No edge today.').closest('[role=status]')
    expect(banner?.textContent).toContain('Past bets on these markets do not show that they win')
    expect(banner?.textContent).toContain('1 prop has a value with its interval')
    // The day has no edge, whichever props a filter shows.
    await host.user.type(screen.getByRole('searchbox'), 'José')
    await waitFor(() => expect(names()).toHaveLength(1))
    expect(screen.getByText('No edge today.')).toBeDefined()
    await host.user.clear(screen.getByRole('searchbox'))
    expect(screen.queryByText(/no edge shown/)).toBeNull()
    expect(host.requests.runs).toMatchObject([{ feature: 'quick', category: 'Total Bases' }])
    await waitFor(() => expect(host.shell.credits.get()).toBe(19))
    host.view.unmount()

    const later = openScanner({ script: { board: BOARD, runBoard: paid } })
    expect(await screen.findByRole('img', { name: /^55 percent likely over/ })).toBeDefined()
    expect(later.requests.runs).toEqual([])
  })

  it('is bought for all stat lines from the head', async () => {
    const host = openScanner({ script: { board: BOARD, runBoard: paid } })
    await nameOf('Mateo Villareal')
    await host.user.click(screen.getByRole('button', { name: 'Get probabilities' }))
    await confirm(host, '3 credits')
    expect(await screen.findByText(/^Probabilities until/)).toBeDefined()
    expect(host.requests.runs).toMatchObject([{ category: 'All Stat Lines' }])
    expect((await rowOf('José')).getByText('no forecast of this line')).toBeDefined()
  })

  it('ends at a time of the league’s clock, like the games', async () => {
    const asOf = new Date(NOW - 3 * 3_600_000).toISOString()
    const host = openScanner({ script: { board: { ...BOARD, asOf }, runBoard: { ...paid, asOf } } })
    await nameOf('Mateo Villareal')
    await host.user.click(screen.getByRole('button', { name: 'Get probabilities' }))
    await confirm(host, '3 credits')
    expect(await screen.findByText(/^Probabilities until 3:(29|30) PM$/)).toBeDefined()
  })

  it('is refused without credits, with a way to the pricing, and nothing is requested', async () => {
    const host = openScanner({ credits: 0, script: { board: BOARD } })
    await nameOf('Mateo Villareal')
    await host.user.click(screen.getByRole('button', { name: 'Get probabilities' }))
    const dialog = await confirm(host, '3 credits')
    expect((await dialog.findByRole('alert')).textContent).toMatch(/No credits remaining.*No credit was used/)
    expect(host.requests.runs).toEqual([])
    await host.user.click(dialog.getByRole('button', { name: 'See pricing' }))
    expect(host.shell.location.get().path).toBe('/pricing')
  })

  it('is requested again with the same key after a lost answer', async () => {
    const host = openScanner({
      script: { board: BOARD, runBoard: paid, runRefusal: refuse(500, 'SERVER_ERROR', 'Lost') },
    })
    await nameOf('Mateo Villareal')
    await host.user.click(screen.getByRole('button', { name: 'Get probabilities' }))
    const dialog = await confirm(host, '3 credits')
    expect((await dialog.findByRole('alert')).textContent).toContain('It is never charged twice')
    host.server.runRefusal = null
    await host.user.click(dialog.getByRole('button', { name: /^Retry/ }))
    expect(await screen.findByText(/^Probabilities until/)).toBeDefined()
    const keys = host.requests.runs.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    await waitFor(() => expect(host.shell.credits.get()).toBe(17))
  })

  it('is offered again when the server does not know the run any more', async () => {
    const host = openScanner({ script: { board: BOARD, runBoard: paid } })
    await nameOf('Mateo Villareal')
    await host.user.click(screen.getByRole('button', { name: 'Get probabilities' }))
    await confirm(host, '3 credits')
    await screen.findByText(/^Probabilities until/)
    host.server.runBoard = refuse(402, 'RUN_REQUIRED', 'This run is over.')
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(await screen.findByRole('button', { name: 'Get probabilities' })).toBeDefined()
    expect(host.toasts.shown.get().map(({ message }) => message)).toEqual([
      'The analysis has ended. Request its probabilities again.',
    ])
    expect(names()).toHaveLength(3)
  })

  it('of another open sport is bought market by market, and its runs are not those of baseball', async () => {
    const points = aProp('points', { player: 'Ivo Marsh', stat: 'Points', team: 'LAC' })
    const otherBoard = aBoard([points])
    const host = openScanner({
      sports: ['MLB', 'NBA'],
      paid: ['All Stat Lines'],
      script: {
        board: BOARD,
        otherBoard,
        runBoard: aBoard([{ ...points, shown: aChance(0.55) }]),
      },
    })
    await host.user.selectOptions(await screen.findByRole('combobox', { name: 'Sport' }), 'NBA')
    expect(await nameOf('Ivo Marsh')).toBeDefined()
    expect(host.shell.location.get().search).toContain('sport=NBA')
    expect(screen.queryByRole('img', { name: /percent likely/ })).toBeNull()
    await host.user.click(screen.getByRole('button', { name: 'Get probabilities' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Get the engine’s probabilities' }))
    const markets = within(dialog.getByRole('combobox', { name: 'Market to analyze' }))
    expect(markets.queryByRole('option', { name: /All Stat Lines/ })).toBeNull()
    await host.user.selectOptions(dialog.getByRole('combobox', { name: 'Market to analyze' }), 'Points')
    await host.user.click(dialog.getByRole('button', { name: /1 credit$/ }))
    expect(await screen.findByRole('img', { name: /^55 percent likely over/ })).toBeDefined()
    expect(host.requests.runs.map(({ category }) => category)).toEqual(['Points'])
  })

  it('has no choice of a sport where baseball is the only one', async () => {
    openScanner({ script: { board: BOARD } })
    expect(await nameOf('Mateo Villareal')).toBeDefined()
    expect(screen.queryByRole('combobox', { name: 'Sport' })).toBeNull()
  })
})
