import { describe, expect, it } from 'vitest'
import { findParkFactors } from './park-factors.ts'

describe('park factors', () => {
  it('are multipliers around one', () => {
    expect(findParkFactors(19)).toEqual({
      single: 1.16,
      double: 1.2,
      triple: 2.01,
      homeRun: 1.05,
      strikeOut: 0.9,
      walk: 1.01,
    })
  })
  it('are null for parks without published factors', () => {
    expect(findParkFactors(2529)).toBeNull()
    expect(findParkFactors(Number.NaN)).toBeNull()
  })
})
