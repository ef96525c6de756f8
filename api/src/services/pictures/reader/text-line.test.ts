import { expect, it } from 'vitest'
import { checkDigits } from './text-line.ts'

type Shape = [x0: number, x1: number, height?: number]

/** Shapes with a height of capitals of 20, and a point at 60; the word is read from 20 to 100. */
const line = (...shapes: Shape[]) => ({
  letters: shapes.map(([x0, x1, height = 20]) => ({ x0, x1, y0: 20 - height, y1: 20 })),
  points: [60],
  capitalHeight: 20,
})
it.each<[string, string, Shape[], string, number]>([
  [
    'a 1 that the recogniser lost',
    '1.5',
    [
      [36, 44],
      [48, 56],
    ],
    '11.5',
    90,
  ],
  ['one digit', '1.5', [[48, 56]], '1.5', 90],
  [
    'a digit after the last letter of a word',
    '1.5',
    [
      [26, 34],
      [48, 56],
    ],
    '1.5',
    90,
  ],
  [
    'a digit after a small letter',
    '1.5',
    [
      [36, 44, 14],
      [48, 56],
    ],
    '1.5',
    90,
  ],
  [
    'two digits that were read',
    '11.5',
    [
      [36, 44],
      [48, 56],
    ],
    '11.5',
    90,
  ],
  [
    'another lost digit, with doubt',
    '6.5',
    [
      [28, 41],
      [43, 56],
    ],
    '6.5',
    30,
  ],
  [
    'a lost digit before a 1, with doubt',
    '1.5',
    [
      [32, 45],
      [48, 56],
    ],
    '1.5',
    30,
  ],
])('reads %s', (_what, text, shapes, expected, confidence) => {
  expect(checkDigits({ text, confidence: 90 }, line(...shapes, [70, 84]), 20, 100)).toEqual({
    text: expected,
    confidence,
  })
})
