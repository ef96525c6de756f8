import { describe, expect, it } from 'vitest'
import type { Colour } from '../pixels/raster.ts'
import type { TextLine } from '../text-line.ts'
import { chooseSide, chooseSides, type SideRow } from './choose-sides.ts'
import type { SideField } from './parsed-field.ts'

const CARD: Colour = [31, 31, 31]
const WHITE: Colour = [255, 255, 255]
const GREY: Colour = [150, 150, 150]
const PINK: Colour = [249, 168, 212]
const UNIT = 10

interface Look {
  background?: Colour
  text?: Colour
  at?: { x: number; y: number }
  words?: number
}
/** A text of a card, white on the card's background unless changed. */
function field({ background = CARD, text = WHITE, at = { x: 0, y: 0 }, words = 1 }: Look = {}) {
  const box = { x0: at.x, y0: at.y, x1: at.x + 40, y1: at.y + UNIT }
  const textLine: TextLine = {
    words: Array.from({ length: words }, () => ({ text: 'word', confidence: 95, box })),
    box,
    capitalHeight: UNIT,
    points: [],
    backgroundColour: background,
    textColour: text,
  }
  return { sure: true, confidence: 95, box, textLine }
}
const side = (value: 'More' | 'Less', look?: Look): SideField => ({ kind: 'side', value, ...field(look) })

describe('N5 the chosen one of two buttons', () => {
  const choose = (more: Look, less: Look) => {
    const chosen = chooseSide(side('More', more), side('Less', less), field().textLine)
    return chosen && [chosen.side.value, chosen.chosen]
  }

  it.each<[string, Look, Look, boolean]>([
    ['filled', { background: [139, 92, 246], text: CARD }, { text: GREY }, true],
    ['filled with a pale colour, in white', { background: PINK }, { text: GREY }, true],
    ['filled with a faint colour, in white', { background: [254, 205, 211] }, { text: GREY }, true],
    ['of more contrast, if none is filled', {}, { text: GREY }, true],
    [
      'filled with a grey, and its text dim',
      { background: [80, 80, 80], text: GREY },
      { text: WHITE },
      false,
    ],
    [
      'filled more than the other, and its text dim',
      { background: PINK },
      { background: [120, 0, 0] },
      false,
    ],
    ['like the other', {}, {}, false],
  ])('N5 is certain or asked if it is %s', (_, more, less, isCertain) => {
    expect(choose(more, less)).toEqual(['More', isCertain])
  })
})

describe('N5 the side of a row', () => {
  const row: SideRow = {
    draft: { stat: { kind: 'stat', value: 'Hits', offered: true, ...field() } },
    number: null,
    name: null,
    team: {
      kind: 'team',
      value: { team: 'SEA', position: 'LF', positionSure: true },
      ...field({ text: GREY }),
    },
  }
  const isCertain = (look: Look, others: readonly SideField[] = []) => {
    const own = side('Less', look)
    const [chosen] = chooseSides([own, ...others], [row, row, row], UNIT, () => [own, null, null])
    return chosen?.chosen
  }

  it.each<[string, Look]>([
    ['a word in a sentence', { text: GREY, words: 4 }],
    ['a filled button', { background: PINK, text: WHITE }],
    ['a word in a colour', { text: [61, 220, 132] }],
    ['a word like the other texts', {}],
  ])('N5 is certain as %s', (_, look) => expect(isCertain(look)).toBe(true))

  it.each<[string, Look]>([
    ['a dim word, like a button that is not selected', { text: GREY }],
    ['a dim word on grey', { text: GREY, background: [60, 60, 60] }],
  ])('N5 is asked as %s', (_, look) => expect(isCertain(look)).toBe(false))

  it('N5 is asked if a row of others without buttons has both words', () => {
    const beside = side('More', { at: { x: 60, y: 0 } })
    const below = side('More', { at: { x: 0, y: 24 } })
    const far = side('More', { at: { x: 0, y: 300 } })
    expect([beside, below, far].map((other) => isCertain({}, [other]))).toEqual([false, false, true])
  })
})
