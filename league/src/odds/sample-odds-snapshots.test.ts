import { beforeAll, describe, expect, it } from 'vitest'
import { makeDayGames } from '../live/day-games.ts'
import { LeagueDay } from '../server/league-state.ts'
import {
  ALL,
  booksAt,
  createSampleOdds,
  DAY,
  eventsOfDay,
  HOUR_MS,
  MAIN,
  open,
  SEED,
  SOME,
  startOf,
} from '../testing/sample-odds-fixture.ts'
import { dateOf, dayNumber } from '../world/calendar.ts'
import type { World } from '../world/world.ts'
import { SAMPLE_BOOKS } from './sample-books.ts'
import { SampleOdds } from './sample-odds.ts'

let world: World
/** Most tests share the computed odds; a new instance gives the same answers, as a test shows. */
let shared: SampleOdds
const makeOdds = (day: World = world) => createSampleOdds(day)
beforeAll(() => {
  world = open(DAY)
  shared = createSampleOdds(world)
})

describe('odds of the sample books', () => {
  it('list the games of the day with ids of 32 hexadecimal digits, each with quotes of all eight books', () => {
    const odds = shared
    const events = eventsOfDay(odds)
    expect(events).toHaveLength(world.games.filter(({ date }) => date === DAY).length)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    for (const event of events) {
      expect(event.id).toMatch(/^[0-9a-f]{32}$/)
      const books = booksAt(odds, event, startOf(event) - HOUR_MS)
      expect(books.map(({ key }) => key)).toEqual(SAMPLE_BOOKS.map(({ key }) => key))
    }
  })

  it('are the same for another instance that is asked in another order', () => {
    const odds = makeOdds()
    const [event] = eventsOfDay(odds)
    if (!event) throw new Error('no event')
    const instants = [10, 6, 3, 1].map((hours) => startOf(event) - hours * HOUR_MS)
    const first = instants.map((instant) => booksAt(odds, event, instant, ALL))
    const other = makeOdds()
    const reversed = instants.toReversed().map((instant) => booksAt(other, event, instant, ALL))
    expect(reversed.toReversed()).toEqual(first)
  })

  it('are the same while games of the evening before are in progress', () => {
    const day = dateOf(dayNumber(DAY) + 1)
    const midnight = new Date(`${day}T04:40:00Z`)
    const running = new LeagueDay(open(day), { open, dayGames: (each) => makeDayGames(SEED, each) }).at(
      midnight,
    )
    expect(running.world.games.some(({ date, live }) => date === DAY && live?.phase === 'in-progress')).toBe(
      true,
    )
    const odds = new SampleOdds(SEED, { current: () => running, open })
    const morning = makeOdds(open(day))
    const events = odds.events(midnight)
    expect(events.length).toBeGreaterThan(morning.events(midnight).length)
    for (const { id } of morning.events(midnight)) {
      expect(odds.quotes(id, midnight, MAIN)).toEqual(morning.quotes(id, midnight, MAIN))
    }
    const [late] = events
    expect(odds.quotes(late?.id ?? '', midnight, MAIN)).toEqual({ event: late, books: [] })
  }, 60_000)

  it('give the history what was served at that instant, also on the evening before and the day after', () => {
    const eveningOdds = makeOdds(open(dateOf(dayNumber(DAY) - 1)))
    const laterOdds = makeOdds(open(dateOf(dayNumber(DAY) + 1)))
    const now = new Date(`${DAY}T21:00:00Z`)
    for (const event of eventsOfDay(shared).slice(0, 3)) {
      const night = new Date(`${DAY}T03:00:00Z`)
      const served = eveningOdds.quotes(event.id, night, ALL)
      expect(served?.books.length).toBeGreaterThan(0)
      const snapshot = shared.history(event.id, night, now, ALL)
      expect(snapshot?.books).toEqual(served?.books)
      const instant = new Date(startOf(event) - 2 * HOUR_MS)
      const live = shared.quotes(event.id, instant, ALL)
      const past = laterOdds.history(event.id, instant, new Date(startOf(event) + 20 * HOUR_MS), ALL)
      expect(past?.books).toEqual(live?.books)
    }
  }, 60_000)

  it('have snapshots every five minutes, none after the present, and null before the event was listed', () => {
    const odds = shared
    const [event] = eventsOfDay(odds)
    const now = new Date(`${DAY}T20:03:00Z`)
    const iso = (instant: number | null | undefined) => (instant ? new Date(instant).toISOString() : instant)
    const future = odds.history(event?.id ?? '', new Date(`${DAY}T22:00:00Z`), now, MAIN)
    expect(iso(future?.timestamp)).toBe(`${DAY}T20:00:00.000Z`)
    expect(future?.next).toBeNull()
    const past = odds.history(event?.id ?? '', new Date(`${DAY}T18:04:59Z`), now, MAIN)
    expect([past?.previous, past?.timestamp, past?.next].map(iso)).toEqual([
      `${DAY}T17:55:00.000Z`,
      `${DAY}T18:00:00.000Z`,
      `${DAY}T18:05:00.000Z`,
    ])
    expect(odds.history(event?.id ?? '', new Date('2026-07-15T12:00:00Z'), now, MAIN)).toBeNull()
  })

  it('change until the first pitch and are gone from it on', () => {
    const odds = shared
    for (const event of eventsOfDay(odds).slice(0, SOME)) {
      const prices = (instant: number) =>
        JSON.stringify(
          booksAt(odds, event, instant).map(({ markets }) => markets.map(({ outcomes }) => outcomes)),
        )
      const hourly = [8, 6, 4, 2, 0.05].map((hours) => prices(startOf(event) - hours * HOUR_MS))
      expect(new Set(hourly).size).toBe(hourly.length)
      expect(booksAt(odds, event, startOf(event) - 1).length).toBe(SAMPLE_BOOKS.length)
      expect(odds.quotes(event.id, new Date(startOf(event)), MAIN)).toEqual({ event, books: [] })
    }
  })

  it('have update times that never go back and are never in the future', () => {
    const odds = shared
    const [event] = eventsOfDay(odds)
    if (!event) throw new Error('no event')
    const latest = new Map<string, number>()
    for (let instant = startOf(event) - 12 * HOUR_MS; instant < startOf(event); instant += HOUR_MS / 6) {
      for (const { key: book, markets } of booksAt(odds, event, instant)) {
        for (const { key, lastUpdate } of markets) {
          expect(lastUpdate).toBeLessThanOrEqual(instant)
          expect(lastUpdate).toBeGreaterThanOrEqual(latest.get(`${book} ${key}`) ?? 0)
          latest.set(`${book} ${key}`, lastUpdate)
        }
      }
    }
    expect(latest.size).toBeGreaterThan(80)
  })

  it('keep some quotes unchanged for an hour or more while others are minutes old', () => {
    const odds = shared
    const ages = eventsOfDay(odds)
      .slice(0, SOME)
      .flatMap((event) => {
        const now = startOf(event) - 2 * HOUR_MS
        return booksAt(odds, event, now).flatMap(({ markets }) =>
          markets.map(({ lastUpdate }) => (now - lastUpdate) / HOUR_MS),
        )
      })
    const stale = ages.filter((age) => age > 1).length / ages.length
    expect(stale).toBeGreaterThan(0.005)
    expect(stale).toBeLessThan(0.1)
    expect(ages.filter((age) => age < 0.25).length / ages.length).toBeGreaterThan(0.6)
  })
})
