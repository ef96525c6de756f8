import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listStatNames } from '../sports/mlb/stat-types.ts'
import { chanceAtLeast, type Distribution, envelope, lineOdds } from './forecast.ts'
import {
  type Band,
  conditionOnOffer,
  decidedOver,
  type EvidenceWeights,
  evidenceWeights,
  LINE_EVIDENCE,
  LINE_SOURCES,
  lineKind,
  lineNearness,
  type Offer,
  type SourceWeights,
} from './line-evidence.ts'
import { logit } from './probability.ts'

const WEIGHTS: EvidenceWeights = {
  games: 1_000,
  market: 1.1,
  engine: 0.2,
  lineOnly: 0.4,
  even: 0,
  reach: null,
  error: { price: 0, lineOnly: 0 },
}

const distribution: fc.Arbitrary<Distribution> = fc
  .tuple(
    fc.integer({ min: -5, max: 3 }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 14 }),
  )
  .map(([least, chances]) => ({ least, atLeast: [1, ...chances.toSorted((a, b) => b - a)] }))

/** Forecasts as the engine builds them: the ends bound the middle at every line. */
const band: fc.Arbitrary<Band> = fc
  .tuple(distribution, distribution, distribution)
  .map(([middle, one, other]) => ({
    distribution: middle,
    low: envelope(middle, one, 'smaller'),
    high: envelope(middle, other, 'greater'),
  }))

const weights: fc.Arbitrary<EvidenceWeights> = fc.record({
  games: fc.constant(0),
  market: fc.double({ min: 0, max: 2, noNaN: true }),
  engine: fc.double({ min: 0, max: 1, noNaN: true }),
  lineOnly: fc.double({ min: 0, max: 1, noNaN: true }),
  even: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  reach: fc.option(fc.double({ min: 0.5, max: 4, noNaN: true })),
  error: fc.record({
    price: fc.double({ min: 0, max: 0.3, noNaN: true }),
    lineOnly: fc.double({ min: 0, max: 0.3, noNaN: true }),
  }),
})
const halves = fc.integer({ min: -8, max: 40 }).map((twice) => twice / 2)
const chance = fc.double({ min: 0, max: 1, noNaN: true })
const offer: fc.Arbitrary<Offer> = fc.record({
  line: halves,
  oddsType: fc.constantFrom('standard' as const, 'goblin' as const, 'demon' as const, 'own' as const),
  standardLine: fc.option(halves),
  noVigOver: fc.option(chance),
})

const from = (...atLeast: number[]): Distribution => ({ least: 0, atLeast })
/** Strikeouts of a pitcher whom the engine likes: P(over 4.5) is 0.7. */
const LIKED = {
  distribution: from(1, 0.99, 0.97, 0.92, 0.83, 0.7, 0.5, 0.3, 0.15),
  low: from(1, 0.99, 0.95, 0.88, 0.77, 0.6, 0.4, 0.22, 0.1),
  high: from(1, 0.99, 0.98, 0.95, 0.88, 0.79, 0.6, 0.39, 0.2),
}
const over = (conditioned: Band, line: number) => lineOdds(conditioned.distribution, line).over
const standard = (line: number): Offer => ({ line, oddsType: 'standard' })

describe('a standard line as evidence', () => {
  it('multiplies the log-odds of the engine at the line', () => {
    const conditioned = conditionOnOffer(LIKED, standard(4.5), WEIGHTS)
    expect(logit(over(conditioned, 4.5))).toBeCloseTo(0.4 * logit(0.7), 9)
    expect(logit(lineOdds(conditioned.low, 4.5).over)).toBeCloseTo(0.4 * logit(0.6), 9)
    expect(logit(lineOdds(conditioned.high, 4.5).over)).toBeCloseTo(0.4 * logit(0.79), 9)
  })

  it('multiplies the log-odds of the decided games at a whole line', () => {
    const conditioned = conditionOnOffer(LIKED, standard(5), WEIGHTS)
    const before = logit(decidedOver(LIKED.distribution, 5))
    expect(logit(decidedOver(conditioned.distribution, 5))).toBeCloseTo(0.4 * before, 6)
    expect(lineOdds(conditioned.distribution, 5).push).toBeGreaterThan(0.1)
  })

  it('multiplies them at every whole line of any distribution', () => {
    const chances = fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), {
      minLength: 3,
      maxLength: 14,
    })
    fc.assert(
      fc.property(chances, fc.nat(), weights, (values, at, used) => {
        const decreasing = from(1, ...values.toSorted((a, b) => b - a))
        const line = 1 + (at % (values.length - 1))
        const before = logit(decidedOver(decreasing, line))
        const forecast = { distribution: decreasing, low: decreasing, high: decreasing }
        const conditioned = conditionOnOffer(forecast, standard(line), used)
        const evidence = Math.min(Math.log(99), Math.max(-Math.log(99), before))
        const expected = before + lineNearness(evidence, used) * (used.even - (1 - used.lineOnly) * evidence)
        expect(logit(decidedOver(conditioned.distribution, line))).toBeCloseTo(expected, 6)
      }),
    )
  })

  it('does not change a forecast with full weight', () => {
    const conditioned = conditionOnOffer(LIKED, standard(4.5), { ...WEIGHTS, lineOnly: 1 })
    for (const line of [0.5, 2.5, 4.5, 6.5])
      expect(over(conditioned, line)).toBeCloseTo(over(LIKED, line), 12)
  })
})

describe('the error of the weights', () => {
  const used = { ...WEIGHTS, error: { price: 0.2, lineOnly: 0.1 } }
  const Z_80 = 1.281552
  it('widens the band of the engine in quadrature, by what is known', () => {
    const byLine = conditionOnOffer(LIKED, standard(4.5), used)
    const byPrice = conditionOnOffer(LIKED, { ...standard(4.5), noVigOver: 0.55 }, used)
    const engine = logit(0.7) - logit(0.6)
    for (const [made, share, error] of [
      [byLine, used.lineOnly, 0.1],
      [byPrice, used.engine, 0.2],
    ] as const) {
      const apart = logit(over(made, 4.5)) - logit(lineOdds(made.low, 4.5).over)
      expect(apart).toBeCloseTo(Math.hypot(share * engine, Z_80 * error), 9)
    }
  })
  it('is the whole band where the line is all that is known', () => {
    const { distribution, low } = conditionOnOffer(LIKED, standard(4.5), { ...used, lineOnly: 0, even: -0.1 })
    expect(logit(lineOdds(distribution, 4.5).over)).toBeCloseTo(-0.1, 9)
    expect(logit(lineOdds(low, 4.5).over)).toBeCloseTo(-0.1 - Z_80 * 0.1, 9)
  })
})

describe('goblins and demons', () => {
  it('follow by their distance from the standard line', () => {
    const byStandard = conditionOnOffer(LIKED, standard(4.5), WEIGHTS)
    for (const [line, oddsType] of [
      [2.5, 'goblin'],
      [6.5, 'demon'],
    ] as const) {
      const own = conditionOnOffer(LIKED, { line, oddsType, standardLine: 4.5 }, WEIGHTS)
      expect(over(own, line)).toBeCloseTo(over(byStandard, line), 12)
    }
  })

  it('without a standard line have the smaller of both chances', () => {
    const goblin = conditionOnOffer(LIKED, { line: 2.5, oddsType: 'goblin' }, WEIGHTS)
    expect(logit(over(goblin, 2.5))).toBeCloseTo(0.4 * logit(0.92), 9)
    const demon = conditionOnOffer(LIKED, { line: 7.5, oddsType: 'demon' }, WEIGHTS)
    expect(over(demon, 7.5)).toBeCloseTo(over(LIKED, 7.5), 12)
    for (const end of ['low', 'high'] as const)
      expect(lineOdds(demon[end], 7.5).over).toBeCloseTo(lineOdds(LIKED[end], 7.5).over, 12)
  })
})

describe('other offers', () => {
  it('adds the log-odds of books and engine where a price is known', () => {
    const priced = conditionOnOffer(LIKED, { ...standard(4.5), noVigOver: 0.55 }, WEIGHTS)
    expect(logit(over(priced, 4.5))).toBeCloseTo(1.1 * logit(0.55) + 0.2 * logit(0.7), 9)
  })

  it('keeps the engine’s forecast at a line of the user without a line of the book', () => {
    expect(over(conditionOnOffer(LIKED, { line: 4.5, oddsType: 'own' }, WEIGHTS), 4.5)).toBeCloseTo(0.7, 12)
    const known = conditionOnOffer(LIKED, { line: 6.5, oddsType: 'own', standardLine: 4.5 }, WEIGHTS)
    expect(over(known, 6.5)).toBeLessThan(over(LIKED, 6.5))
  })

  it('ignores a price and a standard line that are not numbers, and a line that is none', () => {
    const odd = { line: 4.5, oddsType: 'standard', standardLine: Number.NaN, noVigOver: Number.NaN } as const
    expect(over(conditionOnOffer(LIKED, odd, WEIGHTS), 4.5)).toBeCloseTo(
      over(conditionOnOffer(LIKED, standard(4.5), WEIGHTS), 4.5),
      12,
    )
    expect(conditionOnOffer(LIKED, standard(Number.NaN), WEIGHTS)).toBe(LIKED)
  })

  it('limits the evidence of a line that the stat hardly reaches', () => {
    const far = conditionOnOffer(LIKED, standard(30.5), WEIGHTS)
    expect(logit(over(far, 4.5)) - logit(0.7)).toBeLessThanOrEqual(0.6 * Math.log(99) + 1e-9)
  })
})

describe('for any forecast, offer and weights', () => {
  it('chances are between 0 and 1, decrease with the line, and are inside their interval', () => {
    fc.assert(
      fc.property(band, offer, weights, (forecast, offered, used) => {
        const { distribution: middle, low, high } = conditionOnOffer(forecast, offered, used)
        for (let value = -8; value < 22; value++) {
          const [own, below, above, next] = [
            chanceAtLeast(middle, value),
            chanceAtLeast(low, value),
            chanceAtLeast(high, value),
            chanceAtLeast(middle, value + 1),
          ] as const
          expect(own).toBeGreaterThanOrEqual(0)
          expect(own).toBeLessThanOrEqual(1)
          expect(next).toBeLessThanOrEqual(own)
          expect(below).toBeLessThanOrEqual(own + 1e-9)
          expect(above).toBeGreaterThanOrEqual(own - 1e-9)
        }
      }),
    )
  })

  it('a higher standard line is never likelier to go over, if the stat does not equal it', () => {
    fc.assert(
      fc.property(band, weights, (forecast, fitted) => {
        // Where the line tells nothing beyond its reach, the share of overs near even need not be on the way.
        const used = { ...fitted, even: 0 }
        let before = 1
        for (let line = -7.5; line < 21; line += 0.5) {
          const now = decidedOver(conditionOnOffer(forecast, standard(line), used).distribution, line)
          const { over: wins, under: losses } = lineOdds(forecast.distribution, line)
          // Nearly always a push: the chance of the rest has no precision.
          if (wins + losses < 1e-6) continue
          expect(now).toBeLessThanOrEqual(before + 1e-6)
          before = now
        }
      }),
    )
  })

  it('a standard line is never farther from what it tells than by the engine', () => {
    fc.assert(
      fc.property(band, weights, halves, (forecast, { even: _, ...used }, line) => {
        const even = { ...used, even: 0 }
        const engine = decidedOver(forecast.distribution, line)
        const now = decidedOver(conditionOnOffer(forecast, standard(line), even).distribution, line)
        expect(Math.abs(now - 0.5)).toBeLessThanOrEqual(Math.abs(engine - 0.5) + 1e-6)
      }),
    )
  })
})

describe('weights of a market', () => {
  const fitted: SourceWeights = {
    weights: { 'Pitcher Strikeouts': { ...WEIGHTS, lineOnly: 0.5 } },
    kinds: { moving: { ...WEIGHTS, lineOnly: 0.3 }, fixed: { ...WEIGHTS, lineOnly: 0.9 } },
  }
  it('are its own, or without data those of all markets of its kind', () => {
    expect(evidenceWeights('Pitcher Strikeouts', fitted).lineOnly).toBe(0.5)
    expect(evidenceWeights('Hits Allowed', fitted)).toEqual({ ...WEIGHTS, games: 0, lineOnly: 0.3 })
    expect(evidenceWeights('Hits+Runs+RBIs', fitted)).toEqual({ ...WEIGHTS, games: 0, lineOnly: 0.9 })
    expect([lineKind('Total Bases'), lineKind('Pitcher Fantasy Score')]).toEqual(['fixed', 'moving'])
  })
  it('that ship are finite and trust no engine more than fully', () => {
    const stats = [...listStatNames('hitting'), ...listStatNames('pitching')]
    const shipped = LINE_SOURCES.flatMap((source) =>
      stats.map((stat) => evidenceWeights(stat, LINE_EVIDENCE[source])),
    )
    for (const { market, engine, lineOnly, even, error } of shipped) {
      expect(lineOnly).toBeGreaterThanOrEqual(0)
      expect(lineOnly).toBeLessThanOrEqual(1)
      expect(Math.abs(even)).toBeLessThan(0.5)
      expect(engine).toBeGreaterThanOrEqual(0)
      expect(market).toBeGreaterThan(0.5)
      expect(market).toBeLessThan(1.5)
      for (const each of Object.values(error)) expect(each).toBeGreaterThanOrEqual(0)
    }
  })
})
