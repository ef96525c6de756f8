import { beforeAll, describe, expect, it } from 'vitest'
import {
  ALL,
  booksAt,
  createSampleOdds,
  DAY,
  eventsOfDay,
  HOUR_MS,
  MAIN,
  open,
  SOME,
  startOf,
} from '../testing/sample-odds-fixture.ts'
import { dateOf, dayNumber, type World } from '../world/world.ts'
import { SAMPLE_BOOKS } from './sample-books.ts'
import type { SampleOdds } from './sample-odds.ts'

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
})
