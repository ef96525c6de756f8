import { beforeAll, describe, expect, it } from 'vitest'
import { makeDayGames } from '../live/day-games.ts'
import { PROP_MARKETS } from '../pricing/prop-markets.ts'
import { LeagueIndex } from '../server/league-index.ts'
import { LeagueDay } from '../server/league-state.ts'
import { sampleSource } from '../start-league.ts'
import { TEST_LEAGUE_CACHE } from '../testing/index.ts'
import { dateOf, dayNumber } from '../world/calendar.ts'
import type { World } from '../world/world.ts'
import type { BookQuotes, OddsEvent, Outcome } from './odds-source.ts'
import { SAMPLE_BOOKS } from './sample-books.ts'
import { SampleOdds } from './sample-odds.ts'

const SEED = 'propsight'
const DAY = '2026-07-17'
const HOUR_MS = 3_600_000
const MAIN = new Set(PROP_MARKETS.map(({ key }) => key))
const ALL = new Set(PROP_MARKETS.flatMap(({ key }) => [key, `${key}_alternate`]))

const { open } = sampleSource(SEED, TEST_LEAGUE_CACHE)
let world: World
/** Most tests share the computed odds; a new instance gives the same answers, as a test shows. */
let shared: SampleOdds
const indexOnce = (day: World) => {
  const index = new LeagueIndex(day)
  return () => index
}
const makeOdds = (day: World = world) => new SampleOdds(SEED, { current: indexOnce(day), open })
beforeAll(() => {
  world = open(DAY)
  shared = makeOdds()
})
/** A part of the day's games is enough for figures over all props. */
const SOME = 6

const implied = (price: number): number => (price > 0 ? 100 / (price + 100) : -price / (100 - price))
const startOf = ({ commenceTime }: OddsEvent): number => Date.parse(commenceTime)
const eventsOfDay = (odds: SampleOdds): readonly OddsEvent[] => odds.events(new Date(`${DAY}T13:00:00Z`))
const booksAt = (
  odds: SampleOdds,
  event: OddsEvent,
  instant: number,
  markets: ReadonlySet<string> = MAIN,
): readonly BookQuotes[] => odds.quotes(event.id, new Date(instant), markets)?.books ?? []

/** Implied probabilities of every two-sided quote; a prop is market, player and point. */
function pairs(books: readonly BookQuotes[]) {
  return books.flatMap(({ key: book, markets }) =>
    markets.flatMap(({ key, outcomes }) => {
      const propOf = ({ player, point }: Outcome) => `${key}|${player}|${point}`
      const sides = (name: Outcome['name']) =>
        new Map(
          outcomes.filter((each) => each.name === name).map((each) => [propOf(each), implied(each.price)]),
        )
      const unders = sides('Under')
      return [...sides('Over')].flatMap(([prop, over]) => {
        const under = unders.get(prop)
        return under === undefined ? [] : [{ book, prop, over, under }]
      })
    }),
  )
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean no-vig probability of over by prop, where three books or more quote both sides. */
function consensus(books: readonly BookQuotes[]): Map<string, number> {
  const props = Map.groupBy(pairs(books), ({ prop }) => prop)
  return new Map(
    [...props].flatMap(([prop, quotes]) =>
      quotes.length < 3 ? [] : [[prop, mean(quotes.map(({ over, under }) => over / (over + under)))]],
    ),
  )
}

const rms = (values: readonly number[]): number => Math.sqrt(mean(values.map((value) => value * value)))

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

  it('have a hold near that of each book, and less at the best prices of all books', () => {
    const holds = new Map<string, number[]>()
    const best = new Map<string, { over: number; under: number }>()
    for (const event of eventsOfDay(shared).slice(0, SOME)) {
      for (const { book, prop, over, under } of pairs(booksAt(shared, event, startOf(event) - HOUR_MS))) {
        holds.set(book, [...(holds.get(book) ?? []), 1 - 1 / (over + under)])
        const found = best.get(`${event.id}|${prop}`) ?? { over: 1, under: 1 }
        best.set(`${event.id}|${prop}`, {
          over: Math.min(found.over, over),
          under: Math.min(found.under, under),
        })
      }
    }
    for (const { key, hold } of SAMPLE_BOOKS) {
      expect(holds.get(key)?.length).toBeGreaterThan(300)
      expect(Math.abs(mean(holds.get(key) ?? []) - hold)).toBeLessThan(0.005)
    }
    const holdAtBest = mean([...best.values()].map(({ over, under }) => 1 - 1 / (over + under)))
    expect(holdAtBest).toBeGreaterThan(0.01)
    expect(holdAtBest).toBeLessThan(0.05)
  })

  it('come closer to the true chances toward the first pitch, by small moves and a few large ones', () => {
    const odds = shared
    const errors = { first: [] as number[], close: [] as number[] }
    const moves: number[] = []
    for (const event of eventsOfDay(odds).slice(0, SOME)) {
      const first = consensus(booksAt(odds, event, startOf(event) - 8 * HOUR_MS))
      const close = consensus(booksAt(odds, event, startOf(event) - 60_000))
      for (const [prop, over] of close) {
        const before = first.get(prop)
        const [market = '', player = '', point] = prop.split('|')
        const truth = odds.trueOver(event.id, player, market, Number(point))
        if (before === undefined || truth === null) continue
        errors.first.push(before - truth)
        errors.close.push(over - truth)
        moves.push(Math.abs(over - before))
      }
    }
    expect(moves.length).toBeGreaterThan(500)
    expect(rms(errors.close)).toBeLessThan(0.02)
    expect(rms(errors.first)).toBeGreaterThan(1.3 * rms(errors.close))
    expect(Math.abs(mean(errors.close))).toBeLessThan(0.005)
    const share = (from: number, to: number) =>
      moves.filter((move) => move >= from && move < to).length / moves.length
    expect(share(0, 0.03)).toBeGreaterThan(0.6)
    expect(share(0.05, 1)).toBeGreaterThan(0.01)
    expect(share(0.05, 1)).toBeLessThan(0.15)
  })

  it('move the main line of a market within the range in which its sides are nearly even', () => {
    const odds = shared
    let shares: number[] = []
    const lines = new Map<string, Set<number>>()
    for (const event of eventsOfDay(odds).slice(0, SOME)) {
      for (const hours of [10, 6, 3, 0.1]) {
        const books = booksAt(odds, event, startOf(event) - hours * HOUR_MS, new Set(['pitcher_strikeouts']))
        shares = [...shares, ...consensus(books).values()]
        for (const { key, markets } of books) {
          for (const { player, point } of markets.flatMap(({ outcomes }) => outcomes)) {
            const quote = `${key} ${player}`
            lines.set(quote, (lines.get(quote) ?? new Set()).add(point))
          }
        }
      }
    }
    expect(shares.filter((share) => share < 0.33 || share > 0.67).length / shares.length).toBeLessThan(0.05)
    const moved = [...lines.values()].filter(({ size }) => size > 1)
    expect(moved.length).toBeGreaterThan(5)
    for (const points of moved) expect(Math.max(...points) - Math.min(...points)).toBeLessThanOrEqual(2)
  })

  it('withdraw scratched players, who are in no lineup, book by book before the first pitch', () => {
    const odds = shared
    const inLineup = new Set(
      world.games
        .flatMap(({ lineups }) => [...(lineups?.home ?? []), ...(lineups?.away ?? [])])
        .map(({ id }) => id),
    )
    const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')
    const names = new Map(world.people.map((person) => [plain(person.fullName), person]))
    let scratched = 0
    for (const event of eventsOfDay(odds)) {
      const booksOf = (instant: number) => {
        const found = new Map<string, number>()
        for (const { markets } of booksAt(odds, event, instant)) {
          const players = new Set(markets.flatMap(({ outcomes }) => outcomes.map(({ player }) => player)))
          for (const player of players) found.set(player, (found.get(player) ?? 0) + 1)
        }
        return found
      }
      const before = booksOf(startOf(event) - 3 * HOUR_MS)
      const counts = [180, 120, 90, 60, 30, 5].map((minutes) => booksOf(startOf(event) - minutes * 60_000))
      for (const player of before.keys()) {
        const offered = counts.map((books) => books.get(player) ?? 0)
        if (offered.at(-1) !== 0) continue
        scratched++
        expect(inLineup.has(names.get(plain(player))?.id ?? 0)).toBe(false)
        expect(offered).toEqual(offered.toSorted((a, b) => b - a))
        expect(odds.trueOver(event.id, player, 'batter_hits', 0.5)).toBeNull()
      }
    }
    expect(scratched).toBeGreaterThanOrEqual(1)
  })

  it('quote home runs with Over only at most books, and alternate lines off the main line', () => {
    const odds = shared
    const [event] = eventsOfDay(odds)
    if (!event) throw new Error('no event')
    const now = startOf(event) - HOUR_MS
    const homeRuns = booksAt(odds, event, now, new Set(['batter_home_runs']))
    const oneSided = homeRuns.filter(({ markets }) =>
      markets.every(({ outcomes }) => outcomes.every(({ name }) => name === 'Over')),
    )
    expect(oneSided.length).toBeGreaterThan(homeRuns.length / 2)
    expect(oneSided.length).toBeLessThan(homeRuns.length)
    for (const { markets } of booksAt(odds, event, now, ALL)) {
      const main = markets.find(({ key }) => key === 'pitcher_strikeouts')?.outcomes ?? []
      const alternates = markets.find(({ key }) => key === 'pitcher_strikeouts_alternate')?.outcomes ?? []
      const onMain = alternates.filter((each) =>
        main.some(({ player, point }) => player === each.player && point === each.point),
      )
      expect(onMain).toEqual([])
    }
  })
})
