import { describe, expect, it } from 'vitest'
import { expit, logit } from '../probability.ts'
import { settle } from './settled.ts'

const rateOf = (yes: number, of: number) => expit(logit(0.2) + settle({ yes, of }, 0.2, 100).against)

describe('settle', () => {
  it.each([
    { yes: 0, of: 0, rate: 0.2 },
    { yes: 40, of: 100, rate: 0.3 },
    { yes: 0, of: 100, rate: 0.1 },
    { yes: 400, of: 900, rate: 0.42 },
  ])('mixes 100 league trials into $yes of $of: $rate', ({ yes, of, rate }) => {
    expect(rateOf(yes, of)).toBeCloseTo(rate)
  })

  it('has a lower variance and weight with more trials', () => {
    const early = settle({ yes: 10, of: 40 }, 0.2, 100)
    const late = settle({ yes: 100, of: 400 }, 0.2, 100)
    expect(late.variance).toBeLessThan(early.variance)
    expect(late.weight).toBeCloseTo(0.2)
    expect(early.weight).toBeCloseTo(100 / 140)
  })
})
