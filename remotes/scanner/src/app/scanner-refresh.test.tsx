import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aBoard, aChance, aProp } from '../testing/board-fixture.ts'
import { fixTime, nameOf, openScanner } from '../testing/open-scanner.tsx'

const PLAYERS = ['Ann Able', 'Bea Bold', 'Cy Calm']
const PROPS = PLAYERS.map((player, at) => aProp(`p${at}`, { player }))
const refresh = () => act(() => vi.advanceTimersByTimeAsync(31_000))

fixTime()

describe('a board that is read again', () => {
  it('keeps the prices that the server does not send again, and takes over its state', async () => {
    const { server } = openScanner({ script: { board: aBoard(PROPS, { version: 'v1' }) } })
    await nameOf('Ann Able')
    server.board = aBoard([], { version: 'v1', problem: 'The monthly requests are used up.' })
    await refresh()
    expect(await screen.findByText(/The monthly requests are used up/)).toBeDefined()
    expect(screen.getByText('3 props')).toBeDefined()
    server.board = aBoard(PROPS.slice(1), { version: 'v2' })
    await refresh()
    expect(await screen.findByText('2 props')).toBeDefined()
  })

  it('keeps the focused prop focused', async () => {
    const { server, user } = openScanner({ script: { board: aBoard(PROPS) } })
    await nameOf('Ann Able')
    await user.keyboard('jj')
    expect(document.activeElement).toBe(await nameOf('Bea Bold'))
    server.board = aBoard([aProp('new', { player: 'Aa New' }), ...PROPS.toReversed()])
    await refresh()
    expect(await screen.findByText('4 props')).toBeDefined()
    expect(document.activeElement).toBe(await nameOf('Bea Bold'))
  })

  it('focuses the next prop when the focused one is gone, and none after Esc', async () => {
    const { server, user } = openScanner({ script: { board: aBoard(PROPS) } })
    await nameOf('Ann Able')
    await user.keyboard('jj')
    server.board = aBoard(PROPS.filter(({ id }) => id !== 'p1'))
    await refresh()
    expect(document.activeElement).toBe(await nameOf('Cy Calm'))
    await user.keyboard('{Escape}')
    server.board = aBoard(PROPS.slice(0, 1))
    await refresh()
    expect(await screen.findByText('1 prop')).toBeDefined()
    expect(document.activeElement).toBe(document.body)
  })
})

describe('a run that was paid for on the Dashboard', () => {
  const paidBoard = aBoard([aProp('p0', { player: 'Ann Able', shown: aChance(0.55) })])

  it('shows its probabilities without another charge', async () => {
    const { requests, shell } = openScanner({
      paid: ['Total Bases'],
      script: { board: aBoard(PROPS), runBoard: paidBoard },
    })
    expect(await screen.findByRole('img', { name: /^55 percent likely over/ })).toBeDefined()
    expect(requests.runs).toEqual([])
    expect(shell.credits.get()).toBe(20)
  })

  it('is not requested beside a run of all stat lines, which has its probabilities', async () => {
    const { requests } = openScanner({
      paid: ['All Stat Lines', 'Total Bases'],
      script: { board: aBoard(PROPS), runBoard: paidBoard },
    })
    await screen.findByRole('img', { name: /^55 percent likely over/ })
    expect(new Set(requests.odds.filter((run) => run !== null)).size).toBe(1)
  })
})
