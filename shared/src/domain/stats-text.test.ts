import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MLB_MARKETS } from './sports/mlb/stat-types.ts'
import { formatStatsText, parseStatsText } from './stats-text.ts'

describe('stats text', () => {
  it.each([
    ['1.5 More Total Bases', 1.5, 'OVER', 'Total Bases'],
    ['2 less than  Hits', 2, 'UNDER', 'Hits'],
    ['  0.5 MORE Hits+Runs+RBIs ', 0.5, 'OVER', 'Hits+Runs+RBIs'],
    ['17.5 Under Pitching Outs', 17.5, 'UNDER', 'Pitching Outs'],
  ])('N9: reads %s', (text, line, side, statType) => {
    expect(parseStatsText(text)).toEqual({ line, side, statType })
  })

  it.each([
    '',
    'More Hits',
    '1.5 Total Bases',
    '1.5 More',
    '-1 More Hits',
    '1.5 Moreover Hits',
    '1,5 More Hits',
  ])('N9: refuses %s', (text) => {
    expect(parseStatsText(text)).toBeNull()
  })

  it('N9: is unchanged by a round trip', () => {
    const parts = fc.record({
      line: fc.integer({ min: 0, max: 120 }).map((half) => half / 2),
      side: fc.constantFrom('OVER' as const, 'UNDER' as const),
      statType: fc.constantFrom(...MLB_MARKETS),
    })
    fc.assert(
      fc.property(parts, (written) => {
        expect(parseStatsText(formatStatsText(written))).toEqual(written)
      }),
    )
  })
})
