import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookRules } from '../../books/books.ts'
import { entryProblem } from '../../books/entry-rules.ts'
import { assessEntry, entryChances } from './assess-entry.ts'
import { type FoundEntry, findEntries, rankEntries } from './find-entries.ts'
import { type ParlayLeg, toEntryLeg } from './leg.ts'

const leg = (player: string, changes: Partial<ParlayLeg> = {}): ParlayLeg => {
  const { win = 0.6 } = changes
  return {
    game: 'A',
    club: 'SEA',
    player,
    slot: null,
    stat: 'Hits',
    line: 0.5,
    side: 'over',
    oddsType: 'standard',
    win,
    interval80: { low: win, high: win },
    push: 0,
    noPlay: 0,
    ...changes,
  }
}

function found(legs: readonly ParlayLeg[], size: number): FoundEntry[] {
  const search = findEntries(legs, size)
  let step = search.next()
  while (!step.done) step = search.next()
  return step.value
}

/** All entries that the book takes. */
function everyEntry(legs: readonly ParlayLeg[], size: number): ParlayLeg[][] {
  const grow = (chosen: ParlayLeg[], rest: readonly ParlayLeg[]): ParlayLeg[][] =>
    chosen.length === size
      ? [chosen]
      : rest.flatMap((next, at) =>
          chosen.some(({ player }) => player === next.player)
            ? []
            : grow([...chosen, next], rest.slice(at + 1)),
        )
  return grow([], legs).filter((entry) => entryProblem(bookRules(), entry.map(toEntryLeg)) === null)
}

const allWin = (legs: readonly ParlayLeg[]) => entryChances(legs)?.allWin ?? Number.NaN
const shared = (a: FoundEntry, b: FoundEntry) =>
  a.legs.filter(({ player }) => b.legs.some((other) => other.player === player)).length

const STATS = ['Hits', 'Total Bases', 'Runs', 'RBIs', 'Pitcher Strikeouts']
const anyLegs = (minLength: number, maxLength: number) =>
  fc
    .array(
      fc.record({
        win: fc.integer({ min: 30, max: 85 }).map((value) => value / 100),
        side: fc.constantFrom('over' as const, 'under' as const),
        game: fc.nat(2),
        home: fc.boolean(),
        stat: fc.constantFrom(...STATS),
        slot: fc.option(fc.integer({ min: 1, max: 9 })),
        oddsType: fc.constantFrom('standard' as const, 'standard' as const, 'goblin' as const),
        push: fc.constantFrom(0, 0, 0.1),
      }),
      { minLength, maxLength },
    )
    .map((all) =>
      all.map(({ game, home, ...rest }, at) =>
        // Every fourth leg is another line of the previous player.
        leg(`${at - (at % 4 === 3 ? 1 : 0)}`, {
          ...rest,
          game: `${game}`,
          club: `${game}${home}`,
          line: at + 0.5,
        }),
      ),
    )

describe('P8 findEntries', () => {
  it('finds the most likely entry, within one percent of an exhaustive search', () => {
    fc.assert(
      fc.property(anyLegs(4, 9), fc.integer({ min: 2, max: 4 }), (legs, size) => {
        const standard = legs.map((each): ParlayLeg => ({ ...each, oddsType: 'standard', push: 0 }))
        const all = everyEntry(standard, size)
        const entries = found(standard, size)
        // Entries on the same players are one choice.
        const players = all.map((entry) =>
          entry
            .map(({ player }) => player)
            .toSorted()
            .join(),
        )
        expect(entries.length).toBe(Math.min(3, new Set(players).size))
        if (all.length === 0) return
        const best = Math.max(...all.map(allWin))
        // The search uses pair correlations: its error is below one percent of the chance.
        expect(Math.max(...entries.map((entry) => entry.allWin))).toBeGreaterThan(best * 0.99)
      }),
      { numRuns: 30 },
    )
  })

  it('uses each player once and at least two clubs, and shares at most half of the players if possible, never all', () => {
    fc.assert(
      fc.property(anyLegs(2, 40), fc.integer({ min: 2, max: 10 }), (legs, size) => {
        const entries = found(legs, size)
        expect(entries.length).toBeLessThanOrEqual(3)
        for (const entry of entries) {
          expect(entry.legs).toHaveLength(size)
          expect(new Set(entry.legs.map(({ player }) => player)).size).toBe(size)
          expect(entryProblem(bookRules(), entry.legs.map(toEntryLeg))).toBeNull()
          expect(entry.legs.every((each) => legs.includes(each))).toBe(true)
          const assessed = assessEntry(entry.legs)
          if (!assessed.ok) throw new Error(assessed.reason)
          // Exactly the figures of the assessment.
          expect(entry.allWin).toBe(assessed.value.allWin.value)
          expect(entry.profit).toBe(assessed.value.value.power.profit?.value ?? null)
          expect(entry.legs.map(({ win }) => win)).toEqual(
            entry.legs.map(({ win }) => win).toSorted((a, b) => b - a),
          )
        }
        for (const [at, entry] of entries.entries())
          for (const other of entries.slice(0, at)) expect(shared(entry, other)).toBeLessThan(size)
        expect(entries).toEqual(rankEntries(entries))
      }),
      { numRuns: 10 },
    )
    const many = Array.from({ length: 30 }, (_, at) =>
      leg(`${at}`, { game: `${at % 5}`, club: `${at % 10}`, win: 0.5 + at / 100 }),
    )
    const entries = found(many, 6)
    expect(entries).toHaveLength(3)
    for (const [at, entry] of entries.entries())
      for (const other of entries.slice(0, at)) expect(shared(entry, other)).toBeLessThanOrEqual(3)
  })

  it('prefers correlated legs to legs with higher single chances', () => {
    const legs = [
      leg('a', { win: 0.55, stat: 'Runs', slot: 1 }),
      leg('b', { win: 0.55, stat: 'RBIs', slot: 2 }),
      leg('c', { win: 0.56, game: 'B', club: 'TEX' }),
      leg('d', { win: 0.56, game: 'C', club: 'BOS' }),
      leg('e', { win: 0.5, game: 'D', club: 'NYY' }),
    ]
    const [best] = found(legs, 3)
    expect(best?.legs.map(({ player }) => player)).toEqual(expect.arrayContaining(['a', 'b']))
    expect(best?.allWin).toBeGreaterThan(0.55 * 0.55 * 0.56)
  })

  it('returns nothing for too few players or a single club', () => {
    expect(found([], 2)).toEqual([])
    expect(found([leg('a')], 2)).toEqual([])
    expect(found([leg('a'), leg('a', { line: 1.5 })], 2)).toEqual([])
    expect(found([leg('a'), leg('b'), leg('c')], 2)).toEqual([])
    expect(found([leg('a'), leg('b', { club: 'TEX' })], 2)).toHaveLength(1)
    // A player of an unknown club may be of another club.
    expect(found([leg('a'), leg('b', { club: null })], 2)).toHaveLength(1)
  })

  it('includes the only leg of another club after fifty of one', () => {
    const legs = Array.from({ length: 50 }, (_, at) => leg(`${at}`, { win: 0.8, line: at + 0.5 }))
    const [entry] = found([...legs, leg('x', { win: 0.3, club: 'TEX', game: 'B' })], 4)
    expect(entry?.legs.at(-1)?.player).toBe('x')
  })

  it('H04 never puts a pitcher and an opposing batter into one entry', () => {
    const pitcher = leg('p', { win: 0.9, stat: 'Pitcher Strikeouts', club: 'BOS' })
    const batter = leg('b', { win: 0.9, club: 'TOR' })
    expect(found([pitcher, batter], 2)).toEqual([])
    expect(found([batter, pitcher], 2)).toEqual([])
    const others = [leg('c', { game: 'B', club: 'SEA' }), leg('d', { game: 'C', club: 'TEX' })]
    const entries = found([pitcher, batter, ...others], 2)
    expect(entries).toHaveLength(3)
    for (const { legs } of entries) expect(legs).not.toEqual(expect.arrayContaining([pitcher, batter]))
    expect(found([pitcher, batter, ...others], 4)).toEqual([])
  })

  it('H04 finds the batters of a game whose pitchers are more likely', () => {
    const club = (name: string, win: number) =>
      Array.from({ length: 30 }, (_, at) => leg(`${name}${at}`, { club: name, win }))
    const pitchers = ['BOS', 'TOR'].map((name) =>
      leg(`p ${name}`, { club: name, win: 0.95, stat: 'Pitcher Strikeouts' }),
    )
    const entries = found([...club('BOS', 0.9), ...club('TOR', 0.3), ...pitchers], 4)
    expect(entries).toHaveLength(3)
    for (const { legs } of entries) expect(entryProblem(bookRules(), legs.map(toEntryLeg))).toBeNull()
  })

  it('ranks by positive profit first, and entries without a price by chance', () => {
    const entry = (chance: number, profit: number | null): FoundEntry => ({
      legs: [],
      allWin: chance,
      profit,
    })
    const losing = entry(0.3, -0.1)
    const gaining = entry(0.35, 0.05)
    const goblins = entry(0.6, null)
    expect(rankEntries([losing, goblins, gaining])).toEqual([gaining, goblins, losing])
    const tied = entry(0.29, -0.05)
    expect(rankEntries([losing, tied])).toEqual([tied, losing])
  })

  it('includes goblins but ranks profitable standard legs first', () => {
    const standard = [leg('a', { win: 0.62 }), leg('b', { win: 0.62, club: 'TEX', game: 'B' })]
    const goblins = [
      leg('c', { win: 0.8, oddsType: 'goblin', game: 'C', club: 'BOS' }),
      leg('d', { win: 0.8, oddsType: 'goblin', game: 'D', club: 'NYY' }),
    ]
    const [first, second] = found([...standard, ...goblins], 2)
    expect(first?.legs.map(({ player }) => player)).toEqual(['a', 'b'])
    expect(first?.profit).toBeCloseTo(3 * 0.62 * 0.62 - 1, 9)
    expect(second?.legs.map(({ player }) => player)).toEqual(['c', 'd'])
    expect(second?.profit).toBeNull()
  })

  it('ranks seven legs by chance, without a profit', () => {
    const legs = Array.from({ length: 12 }, (_, at) =>
      leg(`${at}`, { game: `${at}`, club: `${at}`, win: 0.5 + at / 100 }),
    )
    const [best] = found(legs, 7)
    expect(best?.profit).toBeNull()
    expect(best?.legs.map(({ player }) => player)).toEqual(['11', '10', '9', '8', '7', '6', '5'])
  })

  it('yields every few steps for large inputs', () => {
    const legs = Array.from({ length: 500 }, (_, at) =>
      leg(`${at % 200}`, {
        game: `${at % 4}`,
        club: `${at % 8}`,
        line: at + 0.5,
        win: 0.4 + (at % 40) / 100,
      }),
    )
    let pauses = 0
    const search = findEntries(legs, 10)
    while (!search.next().done) pauses += 1
    expect(pauses).toBeGreaterThan(30)
  })
})
