import { randomUUID } from 'node:crypto'
import {
  createDataService,
  createOddsRepository,
  type OddsSnapshot,
  type ReadQuote,
} from '@propsight/api/testing'
import { openTestSupabase } from '../../../support/services/test-supabase.ts'

/** Opens the data service under test with the repository of odds on it. */
export async function openOdds() {
  const service = await openTestSupabase()
  const odds = createOddsRepository(createDataService(service))
  return { service, odds, close: () => service.close() }
}

/** An instant of the day of the game. */
export const at = (time: string): Date => new Date(`2026-07-18T${time}:00Z`)

export const quote = (more: Partial<ReadQuote> = {}): ReadQuote => ({
  stat: 'Pitcher Strikeouts',
  player: 'Mateo Villareal',
  personId: 7,
  team: 'BOS',
  line: 5.5,
  book: 'north',
  over: -110,
  under: -110,
  confirmedAt: '2026-07-18T12:00:00.000Z',
  ...more,
})

let games = Math.floor(Math.random() * 1_000_000_000)

/** A snapshot of a new game with the first pitch at 23:05 UTC. */
export function newGame() {
  games += 1
  const event = {
    id: randomUUID(),
    startsAt: '2026-07-18T23:05:00.000Z',
    day: '2026-07-18',
    home: 'BOS',
    away: 'NYY',
    gamePk: games,
  }
  const snapshot = (quotes: readonly ReadQuote[], more: Partial<OddsSnapshot> = {}): OddsSnapshot => ({
    ...event,
    stats: ['Pitcher Strikeouts'],
    books: { north: 'North Book', south: 'South Book' },
    quotes,
    ...more,
  })
  const prop = { eventId: event.id, stat: 'Pitcher Strikeouts', player: 'Mateo Villareal' }
  const close = {
    gamePk: event.gamePk,
    personId: 7,
    stat: 'Pitcher Strikeouts',
    line: 5.5,
    at: null as string | null,
  }
  return { event, snapshot, prop, close }
}
