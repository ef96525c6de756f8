import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilson } from './hit-rates.ts'
import {
  compareByChance,
  compareByHitRate,
  compareBySample,
  hasFewGames,
  type Ranked,
  type RankedByChance,
} from './rank.ts'

const card = (id: string, hits: number, misses: number, more: Partial<Ranked> = {}): Ranked => ({
  id,
  name: 'Player',
  line: 1.5,
  hits,
  decided: hits + misses,
  few: false,
  ...more,
})

const cards = fc.uniqueArray(
  fc
    .record({
      id: fc.uuid(),
      name: fc.constantFrom('Ana', 'Bo', 'Émile'),
      line: fc.constantFrom(0.5, 1.5, 2),
      hits: fc.nat(10),
      misses: fc.nat(10),
    })
    .map(({ misses, ...item }) => ({ ...item, decided: item.hits + misses, few: false })),
  { selector: (item) => item.id, maxLength: 30 },
)

const ids = (list: readonly Ranked[]): string[] => list.map((item) => item.id)

describe('ranking of cards', () => {
  it('orders by hit rate, then by sample size, name, higher line and id', () => {
    const order = [
      card('perfect', 3, 0),
      card('many', 8, 2),
      card('few', 4, 1),
      card('ana', 1, 1, { name: 'Ana' }),
      card('high', 1, 1, { line: 2.5 }),
      card('low-a', 1, 1),
      card('low-b', 1, 1),
      card('never', 0, 9),
      card('undecided', 0, 0),
    ]
    expect(ids(order.toReversed().toSorted(compareByHitRate))).toEqual(ids(order))
  })

  it('N3: orders by chance, followed by cards without one by hit rate', () => {
    const order: RankedByChance[] = [
      { ...card('likely', 1, 9), chance: 0.81 },
      { ...card('many', 8, 2), chance: 0.63 },
      { ...card('few', 4, 1), chance: 0.63 },
      { ...card('never', 9, 1), chance: 0 },
      { ...card('unforecast', 10, 0), chance: null },
      { ...card('worse', 9, 1), chance: null },
    ]
    expect(ids(order.toReversed().toSorted(compareByChance))).toEqual(ids(order))
  })

  it('ranks calls on few games below all others, whatever their chance', () => {
    const order: RankedByChance[] = [
      { ...card('likely', 6, 4), chance: 0.6 },
      { ...card('unforecast', 6, 4), chance: null },
      { ...card('early', 2, 0, { few: true }), chance: 0.85 },
      { ...card('earlier', 2, 0, { few: true }), chance: null },
    ]
    expect(ids(order.toReversed().toSorted(compareByChance))).toEqual(ids(order))
    expect([0, 4, 5, 6].map(hasFewGames)).toEqual([true, true, false, false])
  })

  it('treats equal rates with different counts as equal', () => {
    expect(compareByHitRate(card('a', 1, 2), card('b', 3, 6))).toBeGreaterThan(0)
    expect(wilson(3, 9)?.low ?? 0).toBeGreaterThan(wilson(1, 3)?.low ?? 1)
  })

  it('does not depend on the input order', () => {
    const shuffled = cards.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        for (const compare of [compareByHitRate, compareBySample]) {
          expect(ids(other.toSorted(compare))).toEqual(ids(list.toSorted(compare)))
        }
      }),
    )
  })
})
