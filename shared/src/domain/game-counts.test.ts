import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inningsFromOuts, outsFromInnings } from './game-counts.ts'

describe('innings pitched', () => {
  it.each([
    ['0.0', 0],
    ['0.1', 1],
    ['5.2', 17],
    ['6', 18],
    [6.1, 19],
    ['5.7', 17],
    ['9.25', 29],
  ])('N9: %s is %d outs, thirds capped at 2', (innings, outs) => {
    expect(outsFromInnings(innings)).toBe(outs)
  })

  it.each(['', '-', '-.--', '-1.1', 'five', Number.NaN])('N9: %s is refused', (innings) => {
    expect(outsFromInnings(innings)).toBeNull()
  })

  it('N9: are unchanged by a round trip through text', () => {
    fc.assert(
      fc.property(fc.nat(400), (outs) => {
        expect(outsFromInnings(inningsFromOuts(outs))).toBe(outs)
      }),
    )
  })
})
