import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOut } from './share-out.ts'

const line = fc.record({
  gameId: fc.constantFrom('a', 'b', 'c', null),
  statType: fc.constantFrom('Hits', 'Runs'),
  oddsType: fc.constantFrom('standard' as const, 'goblin' as const, 'demon' as const),
})

describe('N8 shareOut', () => {
  it('keeps order and number, and includes every game and stat while there is room', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (lines, most) => {
        const chosen = shareOut(lines, most)
        expect(chosen).toHaveLength(Math.min(lines.length, most))
        expect(chosen).toEqual(lines.filter((one) => chosen.includes(one)))
        const kinds = (all: typeof lines) =>
          new Set(all.map(({ gameId, statType }) => `${gameId} ${statType}`)).size
        expect(kinds(chosen)).toBe(Math.min(kinds(lines), most))
      }),
    )
  })
  it('prefers standard lines', () => {
    const of = (oddsType: 'standard' | 'demon') => ({ gameId: 'a', statType: 'Hits', oddsType })
    expect(shareOut([of('demon'), of('standard'), of('demon'), of('standard')], 2)).toEqual([
      of('standard'),
      of('standard'),
    ])
  })
})
