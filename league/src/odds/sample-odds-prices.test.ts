import { beforeAll, describe, expect, it } from 'vitest'
import {
  ALL,
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
