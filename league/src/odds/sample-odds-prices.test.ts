import { beforeAll, describe, expect, it } from 'vitest'
import {
  booksAt,
  createSampleOdds,
  DAY,
  eventsOfDay,
  HOUR_MS,
  open,
  SOME,
  startOf,
} from '../testing/sample-odds-fixture.ts'
import type { World } from '../world/world.ts'
import type { BookQuotes, Outcome } from './odds-source.ts'
import { SAMPLE_BOOKS } from './sample-books.ts'
import type { SampleOdds } from './sample-odds.ts'

let world: World
let shared: SampleOdds
beforeAll(() => {
  world = open(DAY)
  shared = createSampleOdds(world)
})

const implied = (price: number): number => (price > 0 ? 100 / (price + 100) : -price / (100 - price))

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

describe('odds of the sample books', () => {
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
})
