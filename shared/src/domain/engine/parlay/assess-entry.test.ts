import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dependence } from '../../sports/index.ts'
import { normalBelow, normalQuantile } from '../probability.ts'
import { assessEntry, type EntryAssessment } from './assess-entry.ts'
import type { ParlayLeg } from './leg.ts'

const one = (value: number) => [[value]]

/** A table of hits and strikeouts only, in which a test sets all correlations. */
const table = (value: number): Dependence => ({
  from: '',
  to: '',
  batting: ['Hits'],
  pitching: ['Pitcher Strikeouts'],
  sameBatter: one(1),
  samePitcher: one(1),
  teamMates: [one(value), one(value), one(value), one(value)],
  opposingBatters: one(value),
  pitcherFacing: one(-value),
  pitcherBacked: one(0),
  twoPitchers: one(0),
})

const leg = (player: string, more: Partial<ParlayLeg> = {}): ParlayLeg => {
  const { win = 0.6 } = more
  return {
    game: 'A',
    club: player < 'n' ? 'SEA' : 'TEX',
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
    ...more,
  }
}

function assessed(legs: readonly ParlayLeg[], dependence = table(0.2)): EntryAssessment {
  const found = assessEntry(legs, { dependence })
  if (!found.ok) throw new Error(found.reason)
  return found.value
}

const profit = ({ value }: EntryAssessment, kind: 'power' | 'flex') => value[kind].profit?.value ?? Number.NaN

const chance = fc.double({ min: 0.02, max: 0.98, noNaN: true })
const players = ['a', 'b', 'c', 'o', 'p', 'q']
/** Three to six legs of one game, on both clubs. */
const entries = fc
  .array(fc.record({ win: chance, side: fc.constantFrom('over' as const, 'under' as const) }), {
    minLength: 3,
    maxLength: 6,
  })
  .map((parts) => parts.map((part, at) => leg(players[(at * 5) % 6] ?? '', part)))

describe('joint chances', () => {
  it('are the exact product for independent legs', () => {
    const legs = [
      leg('a', { win: 0.5 }),
      leg('b', { game: 'B', win: 0.6 }),
      leg('p', { game: 'C', win: 0.7 }),
    ]
    const { allWin, value } = assessed(legs)
    expect(allWin.value).toBeCloseTo(0.21, 12)
    expect(allWin.standardError).toBe(0)
    expect(value.power.profit?.value).toBeCloseTo(5 * 0.21 - 1, 12)
    const same = assessed(
      legs.map((each) => ({ ...each, game: 'A' })),
      table(0),
    ).allWin
    expect(same).toMatchObject({ value: allWin.value, standardError: 0 })
  })

  it('have an interval between 0 and 1', () => {
    const { interval80 } = assessed([
      leg('a', { win: 0.999, interval80: { low: 0, high: 1 } }),
      leg('b', { win: 0.999, interval80: { low: 0, high: 1 } }),
    ]).allWin
    expect(interval80.low).toBe(0)
    expect(interval80.high).toBeLessThanOrEqual(1)
  })

  it('match Sheppard 1899 for two even legs: 1/4 + asin(ρ) / 2π', () => {
    for (const correlation of [-0.5, 0.1, 0.46, 0.9]) {
      const { allWin } = assessed([leg('a', { win: 0.5 }), leg('b', { win: 0.5 })], table(correlation))
      expect(allWin.value).toBeCloseTo(0.25 + Math.asin(correlation) / (2 * Math.PI), 3)
      expect(allWin.standardError).toBeLessThan(0.001)
    }
  })

  it('fall for an over with an under, and for a pitcher with opposing batters', () => {
    const independent = 0.36
    expect(assessed([leg('a'), leg('b', { side: 'under' })]).allWin.value).toBeLessThan(independent - 0.01)
    const strikeouts = { stat: 'Strikeouts', line: 5.5 }
    expect(assessed([leg('p', strikeouts), leg('b')]).allWin.value).toBeLessThan(independent - 0.01)
    expect(assessed([leg('a', strikeouts), leg('b')]).allWin.value).toBeCloseTo(independent, 12)
  })

  it('treat two lines of one stat as one number', () => {
    const both = [leg('a', { win: 0.6 }), leg('a', { line: 1.5, win: 0.25 })]
    expect(assessed(both).allWin.value).toBeCloseTo(0.25, 3)
    const apart = [leg('a', { line: 1.5, win: 0.25 }), leg('a', { side: 'under', win: 0.4 })]
    expect(assessed(apart).allWin.value).toBeCloseTo(0, 3)
  })

  it('include only outcomes in which all legs of an absent player are void', () => {
    const legs = [leg('a', { noPlay: 0.2 }), leg('a', { line: 1.5, win: 0.3, noPlay: 0.2 })]
    const found = assessed(legs)
    const away = found.outcomes.filter(({ noPlays }) => noPlays > 0)
    expect(away.map(({ noPlays }) => noPlays)).toEqual([2])
    expect(away[0]?.chance).toBeCloseTo(0.2, 3)
  })

  it('are within the Fréchet bounds and sum to one', () => {
    fc.assert(
      fc.property(entries, fc.double({ min: -1, max: 1, noNaN: true }), (legs, correlation) => {
        const { allWin, outcomes } = assessed(legs, table(correlation))
        const wins = legs.map(({ win }) => win)
        const least = wins.reduce((sum, win) => sum + win, 1 - wins.length)
        expect(allWin.value).toBeLessThanOrEqual(Math.min(...wins))
        expect(allWin.value).toBeGreaterThanOrEqual(Math.max(0, least) - 1e-12)
        expect(outcomes.reduce((sum, outcome) => sum + outcome.chance, 0)).toBeCloseTo(1, 9)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    [4, -0.279],
    [6, -0.167],
    [6, -0.14],
  ])('have a standard error below 0.2 points for %d legs that correlate by %d', (count, correlation) => {
    const wins = [0.51, 0.67, 0.73, 0.97, 0.98, 0.46].slice(0, count)
    const { standardError } = assessed(
      wins.map((win, at) => leg(players[at] ?? '', { win })),
      table(correlation),
    ).allWin
    expect(standardError).toBeGreaterThan(0)
    expect(standardError).toBeLessThan(0.002)
  })

  it('preserve the chance of each leg', () => {
    fc.assert(
      fc.property(entries, (legs) => {
        const { outcomes } = assessed(legs)
        const expected = legs.reduce((sum, { win }) => sum + win, 0)
        expect(outcomes.reduce((sum, { wins, chance: likely }) => sum + wins * likely, 0)).toBeCloseTo(
          expected,
          2,
        )
      }),
      { numRuns: 40 },
    )
  })

  it('do not depend on the order of the legs', () => {
    const shuffled = entries.chain((legs) =>
      fc.tuple(fc.constant(legs), fc.shuffledSubarray(legs, { minLength: legs.length })),
    )
    fc.assert(
      fc.property(shuffled, ([legs, others]) => {
        const first = assessed(legs)
        const second = assessed(others)
        expect(second.outcomes).toEqual(first.outcomes)
        expect(second.allWin.value).toBe(first.allWin.value)
        expect(profit(second, 'flex')).toBe(profit(first, 'flex'))
      }),
      { numRuns: 40 },
    )
  })

  it('change by less than four standard errors with another seed', () => {
    const legs = players.map((player) => leg(player))
    const [first, second] = [1, 2].map((seed) => assessEntry(legs, { dependence: table(0.3), seed }))
    if (!first?.ok || !second?.ok) throw new Error('six good legs')
    const error = Math.hypot(first.value.allWin.standardError, second.value.allWin.standardError)
    expect(error).toBeLessThan(0.003)
    expect(Math.abs(first.value.allWin.value - second.value.allWin.value)).toBeLessThan(4 * error)
  })
})

describe('value of an entry', () => {
  it('does not fall when a leg becomes more likely', () => {
    fc.assert(
      fc.property(entries, chance, (legs, better) => {
        const [first, ...rest] = legs
        if (!first || better < first.win) return
        const raised = [{ ...first, win: better, interval80: { low: better, high: better } }, ...rest]
        const before = assessed(legs)
        const after = assessed(raised)
        for (const kind of ['power', 'flex'] as const) {
          expect(profit(after, kind)).toBeGreaterThanOrEqual(profit(before, kind) - 0.002)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('includes the intervals of the legs with an error correlation of 0.05', () => {
    const unsure = { interval80: { low: 0.5, high: 0.72 } }
    const interval = (side: 'over' | 'under') => {
      const { value } = assessed([leg('a', unsure), leg('p', { ...unsure, side, game: 'B' })])
      expect(value.power).toMatchObject({ units: 0, words: 'no edge shown', reason: null })
      return value.power.profit?.interval80 ?? { low: Number.NaN, high: Number.NaN }
    }
    // Two independent equal errors are √2 wider in logarithms.
    const wider = Math.sqrt(2 * 1.05)
    const narrower = Math.sqrt(2 * 0.95)
    expect(1 + interval('over').low).toBeCloseTo(1.08 * Math.exp(-wider * Math.log(0.6 / 0.5)), 9)
    expect(1 + interval('over').high).toBeCloseTo(1.08 * Math.exp(wider * Math.log(0.72 / 0.6)), 9)
    expect(1 + interval('under').low).toBeCloseTo(1.08 * Math.exp(-narrower * Math.log(0.6 / 0.5)), 9)
  })

  it('includes a stake for a clear edge', () => {
    const { value } = assessed([leg('a', { win: 0.7 }), leg('p', { game: 'B', win: 0.7 })])
    expect(value.power).toMatchObject({ units: 2, words: null })
    expect(value.power.profit?.value).toBeCloseTo(0.47, 12)
    expect(value.flex).toMatchObject({ profit: null, reason: 'no public payout for this number of legs' })
  })

  it('counts ties and void legs by the rules of the book', () => {
    const tie = assessed([leg('a', { line: 1, win: 0.5, push: 0.2 }), leg('p', { game: 'B', win: 0.5 })])
    expect(tie.value.power.profit?.value).toBeCloseTo(3 * 0.25 + 1.5 * 0.1 - 1, 12)
    const away = assessed([leg('a', { noPlay: 0.1 }), leg('p', { game: 'B' })])
    expect(away.value.power.profit?.value).toBeCloseTo(0.1 + 0.9 * 3 * 0.36 - 1, 12)
  })

  it('is null for goblins, for a single club and for unsupported leg counts', () => {
    const goblin = assessed([leg('a', { oddsType: 'goblin' }), leg('p')])
    expect(goblin.value.power).toEqual({
      profit: null,
      units: null,
      words: null,
      reason: 'goblins and demons have no public payout',
    })
    expect(goblin.allWin.value).toBeGreaterThan(0)
    expect(assessed([leg('a'), leg('b')]).value.power.reason).toBe(
      'the book takes no entry of one club alone',
    )
    const seven = ['a', 'b', 'c', 'd', 'o', 'p', 'q'].map((player) => leg(player))
    expect(assessed(seven).value.flex.reason).toBe('no public payout for this number of legs')
  })
})

describe('invalid legs', () => {
  const good = leg('p')
  it.each([
    ['fewer than two legs', []],
    ['fewer than two legs', [good]],
    ['more than ten legs', Array.from({ length: 11 }, (_, at) => leg(`p${at}`))],
    ['unknown stat', [good, leg('a', { stat: 'Blocked Shots' })]],
    ['line is not a number', [good, leg('a', { line: Number.NaN })]],
    ['slot is not a place of the order', [good, leg('a', { slot: 10 })]],
    ['chance is not between 0 and 1', [good, leg('a', { win: Number.NaN })]],
    ['chance is not between 0 and 1', [good, leg('a', { win: 1.1 })]],
    ['chance is not between 0 and 1', [good, leg('a', { push: -0.1 })]],
    ['chance is not between 0 and 1', [good, leg('a', { noPlay: Number.POSITIVE_INFINITY })]],
    ['chances sum to more than 1', [good, leg('a', { win: 0.7, push: 0.4 })]],
    ['interval does not hold the chance', [good, leg('a', { interval80: { low: 0.7, high: 0.8 } })]],
    ['the same leg twice', [good, leg('p')]],
    ['both sides of one line', [good, leg('p', { side: 'under' })]],
  ] as const)('are refused: %s', (reason, legs) => {
    expect(assessEntry(legs)).toEqual({ ok: false, reason })
  })
})

describe('normal distribution', () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.1, -1.2815515655446004],
    [0.001, -3.090232306167813],
    [0.9999, 3.719016485455709],
  ])('has the quantile of %d at %d', (of, value) => {
    expect(normalQuantile(of)).toBeCloseTo(value, 7)
    expect(normalBelow(value)).toBeCloseTo(of, 12)
  })
})
