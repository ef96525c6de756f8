import { describe, expect, it } from 'vitest'
import { countText, formatPercent, formatPercentRange, formatSigned, parseDecimal } from './numbers.ts'

it.each([
  ['1.5', 1.5],
  [' 2 ', 2],
  ['.5', 0.5],
  ['1,5', Number.NaN],
  ['1e1', Number.NaN],
  ['0x10', Number.NaN],
  ['-1', Number.NaN],
  ['', Number.NaN],
])('parseDecimal reads %j as %d', (text, expected) => expect(parseDecimal(text)).toBe(expected))

describe('number formats', () => {
  it.each([
    [0.6, '+0.6'],
    [-1.1, '−1.1'],
    [2.1 - 1.5, '+0.6'],
    [0, '0.0'],
    [-0.04, '0.0'],
    [0.25, '+0.3'],
    [-0.25, '−0.3'],
    [10, '+10.0'],
  ])('write a difference of %d as %s', (difference, text) => {
    expect(formatSigned(difference)).toBe(text)
  })

  it('write a difference with the requested decimals', () => {
    expect([formatSigned(1.314, 2), formatSigned(-0.004, 2), formatSigned(11.6, 0)]).toEqual([
      '+1.31',
      '0.00',
      '+12',
    ])
  })

  it('write a count with its noun', () => {
    expect([countText(1, 'line'), countText(2_900, 'line'), countText(0, 'entry', 'entries')]).toEqual([
      '1 line',
      '2,900 lines',
      '0 entries',
    ])
  })

  it('write a share with one decimal and a percent sign, and a range with one dash', () => {
    expect([formatPercent(0.632), formatPercent(0), formatPercent(1)]).toEqual(['63.2%', '0.0%', '100.0%'])
    expect(formatPercentRange({ low: 0.412, high: 0.68 })).toBe('41.2–68.0')
  })
})
