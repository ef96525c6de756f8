import { normalQuantile } from '@propsight/shared/domain/engine'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { jointExcess, mark, PairSums } from './performances.ts'

describe('tetrachoric series', () => {
  it('is asin(ρ) / 2π for two even chances (Sheppard 1899)', () => {
    for (const correlation of [-0.7, -0.2, 0, 0.1, 0.46, 0.8]) {
      const excess = jointExcess(mark(true, 0.5), mark(false, 0.5), correlation)
      expect(excess).toBeCloseTo(Math.asin(correlation) / (2 * Math.PI), 3)
    }
  })

  it('is ρ·φ(s)·φ(t) near independence, for any two probabilities', () => {
    const p = 0.12
    const q = 0.63
    const density = (chance: number) => Math.exp(-(normalQuantile(chance) ** 2) / 2) / Math.sqrt(2 * Math.PI)
    expect(jointExcess(mark(true, p), mark(true, q), 1e-6)).toBeCloseTo(1e-6 * density(p) * density(q), 12)
  })

  it('subtracts the forecast from the outcome and throws on a NaN probability', () => {
    expect(mark(true, 0.3).residual).toBeCloseTo(0.7)
    expect(mark(false, 0.3).residual).toBeCloseTo(-0.3)
    expect(Number.isFinite(mark(true, 0).series[11])).toBe(true)
    expect(() => mark(true, Number.NaN)).toThrow('NaN as a chance')
  })
})

describe('PairSums', () => {
  const random = xoroshiro128plus(7)
  const normal = () => normalQuantile(uniformFloat64(random))

  it.each([-0.4, 0, 0.25, 0.7])(
    'recovers a correlation of %d from pairs with different probabilities',
    (truth) => {
      const sums = new PairSums(1, 1)
      for (let game = 0; game < 30_000; game++) {
        const p = 0.1 + 0.8 * uniformFloat64(random)
        const q = 0.05 + 0.4 * uniformFloat64(random)
        const first = normal()
        const second = truth * first + Math.sqrt(1 - truth * truth) * normal()
        sums.add([mark(first < normalQuantile(p), p)], [mark(second < normalQuantile(q), q)])
        sums.endGame()
      }
      const found = sums.correlation(0, 0)
      expect(found?.error).toBeLessThan(0.015)
      expect(Math.abs((found?.value ?? 1) - truth)).toBeLessThan(0.04)
    },
  )

  it('returns null without a pair', () => {
    expect(new PairSums(1, 1).correlation(0, 0)).toBeNull()
  })
})
