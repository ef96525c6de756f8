import { describe, expect, it } from 'vitest'
import { parkFactorsOf } from './park-factors.ts'

describe('park factors', () => {
  it('are multipliers around one', () => {
    expect(parkFactorsOf(19)).toEqual({
      single: 1.16,
      double: 1.2,
      triple: 2.01,
      homeRun: 1.05,
      strikeOut: 0.9,
      walk: 1.01,
    })
  })
  it('are null for parks without published factors', () => {
    expect(parkFactorsOf(2529)).toBeNull()
    expect(parkFactorsOf(Number.NaN)).toBeNull()
  })
})
