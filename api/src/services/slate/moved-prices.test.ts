import type { OddsProp } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { expect, it } from 'vitest'
import type { WatchedChange } from '../../repositories/odds.ts'
import { type MovePorts, movedPrices } from './moved-prices.ts'

const FIRST = '2026-07-15T12:00:00Z'
const LATER = '2026-07-15T19:00:00Z'
const STARTS = '2026-07-15T23:05:00Z'

const prop = (personId: number | null, stat: string, since: string): OddsProp => ({
  id: `1|${stat}|${personId}`,
  eventId: '1',
  player: `Player ${personId}`,
  personId,
  team: 'NYY',
  stat,
  quotes: [{ book: 'north', line: 1.5, over: -120, under: 100, confirmedAt: LATER, since }],
  shown: null,
})

const change = (index: number, quote: number, prices: Partial<WatchedChange>): WatchedChange => ({
  prop: index,
  quote,
  event: '1',
  startsAt: STARTS,
  player: 'Player',
  book: 'north',
  line: 1.5,
  over: null,
  under: null,
  beforeOver: null,
  beforeUnder: null,
  at: LATER,
  ...prices,
})

function portsOf(props: OddsProp[], changes: WatchedChange[], startsAt = STARTS) {
  const asked: unknown[] = []
  const event = { id: '1', startsAt, day: '2026-07-15', home: 'NYY', away: 'BOS', gamePk: 7 }
  const prices = { events: [event], books: [{ key: 'north', title: 'North' }], props }
  const ports: MovePorts = {
    clock: parseLeagueClock('frozen:2026-07-15T20:00:00Z'),
    upstream: { odds: {} },
    oddsOf: async () => ({ version: '1', prices, state: { days: [], readAt: null, problem: null } }),
    repositories: {
      odds: {
        changesSince: async (_since, wanted) => {
          asked.push(wanted.map(({ personId }) => personId))
          return changes
        },
      },
    },
  }
  return { ports, asked }
}

const PROPS = [
  prop(1, 'Hits', LATER),
  prop(2, 'Hits', LATER),
  prop(null, 'Hits', LATER),
  prop(3, 'Runs', FIRST),
]

it('N11 lists the side that became likelier, from its first to its last price, the largest move first', async () => {
  const { ports } = portsOf(PROPS, [
    change(0, 10, { beforeOver: -110, beforeUnder: -110, over: -115, under: -105 }),
    change(0, 10, { beforeOver: -115, beforeUnder: -105, over: -120, under: 100 }),
    change(1, 20, { beforeOver: -110, beforeUnder: -110, over: 130, under: -160 }),
    // A smaller move of the same prop, a new line, and one that was taken down.
    change(1, 21, { beforeOver: -110, over: -112 }),
    change(0, 11, { over: -300 }),
    change(0, 12, { beforeOver: -110, beforeUnder: -110 }),
  ])
  expect(await movedPrices(ports, 'MLB')).toEqual([
    {
      player: 'Player 2',
      team: 'NYY',
      stat: 'Hits',
      line: 1.5,
      side: 'UNDER',
      book: 'North',
      before: -110,
      now: -160,
      at: LATER,
    },
    {
      player: 'Player 1',
      team: 'NYY',
      stat: 'Hits',
      line: 1.5,
      side: 'OVER',
      book: 'North',
      before: -110,
      now: -120,
      at: LATER,
    },
  ])
})

it('asks only for props of known players whose prices changed after the first read, once per board of prices', async () => {
  const { ports, asked } = portsOf(PROPS, [])
  expect(await movedPrices(ports, 'MLB')).toEqual([])
  await movedPrices(ports, 'MLB')
  expect(asked).toEqual([[1, 2]])
})

it('has no move of a game that has begun, and none without a source of odds', async () => {
  const { ports, asked } = portsOf(PROPS, [], '2026-07-15T19:30:00Z')
  expect(await movedPrices(ports, 'MLB')).toEqual([])
  expect(asked).toEqual([])
  expect(await movedPrices({ ...ports, upstream: { odds: null } }, 'MLB')).toBeNull()
})
