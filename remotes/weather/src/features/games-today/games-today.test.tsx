import type { RemoteProps } from '@propsight/shared/contracts'
import { render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { createDay, createGame, openShell } from '../../testing/fixture.ts'
import { gamesToday, stateText } from './games-today.tsx'

const Part = gamesToday.Component as unknown as ComponentType<RemoteProps>
const show = (script: Parameters<typeof openShell>[0]) => {
  const host = openShell(script)
  return { ...host, ...render(<Part shell={host.shell} />) }
}
const isWaiting = (container: HTMLElement) => container.querySelector('[aria-hidden]') !== null

const DAY = '2026-07-18'
const text = (more: Parameters<typeof createGame>[2], zone = 'America/New_York') =>
  stateText(createGame('NYY', 'BOS', more), DAY, zone)

it('a game has its start in the zone of the user, with the day where that is another one', () => {
  expect(text({})).toBe('7:10 PM')
  expect(text({}, 'Europe/Berlin')).toBe('Jul 19, 1:10 AM')
  expect(text({ timeTbd: true })).toBe('Time TBD')
})

it('a game that has begun has its state and score, away first, and a postponed game has neither', () => {
  const score = { away: 5, home: 3 }
  expect(text({ status: 'live', score })).toBe('Live 5–3')
  expect(text({ status: 'live' })).toBe('Live')
  expect(text({ status: 'live', suspended: true, score })).toBe('Suspended 5–3')
  expect(text({ status: 'final', score })).toBe('Final 5–3')
  expect(text({ status: 'postponed' })).toBe('Postponed')
})

it('W2 the games of both sports are listed by state: live, scheduled, final, postponed', async () => {
  const { container } = show({
    '/api/games/today': () =>
      createDay(
        [
          createGame('DET', 'MIN', { status: 'postponed' }),
          createGame('LAD', 'AZ', { status: 'final', score: { away: 2, home: 9 } }),
          createGame('NYY', 'BOS', { timeTbd: true, gameNumber: 2 }),
          createGame('SD', 'SF', { status: 'live', score: { away: 0, home: 1 } }),
        ],
        [createGame('GB', 'CHI', { status: 'live' })],
      ),
  })
  expect(isWaiting(container)).toBe(true)
  const baseball = await screen.findByRole('list', { name: 'MLB' })
  expect([...baseball.children].map(({ textContent }) => textContent)).toEqual([
    'SD @ SFLive 0–1',
    'NYY @ BOS Game 2Time TBD',
    'LAD @ AZFinal 2–9',
    'DET @ MINPostponed',
  ])
  expect(screen.getByRole('list', { name: 'NFL' }).textContent).toBe('GB @ CHILive')
  expect(screen.getByText(/^Times in /)).toBeDefined()
  expect(isWaiting(container)).toBe(false)
})

it('a day without games, and games that cannot be read, leave the section out', async () => {
  const none = show({ '/api/games/today': () => createDay([]) })
  await waitFor(() => expect(none.container.innerHTML).toBe(''))
  const failed = show({ '/api/games/today': () => new Error('away') })
  await waitFor(() => expect(failed.container.innerHTML).toBe(''))
  expect(failed.calls).toEqual([{ path: '/api/games/today', query: { date: DAY } }])
})
