import { describe, expect, it } from 'vitest'
import { signedText } from './format.ts'

describe('a difference', () => {
  it.each([
    [0.6, '+0.6'],
    [-1.1, '−1.1'],
    [2.1 - 1.5, '+0.6'],
    [0, '0.0'],
    [-0.04, '0.0'],
    [10, '+10.0'],
  ])('of %d is written %s', (difference, text) => {
    expect(signedText(difference)).toBe(text)
  })
})
