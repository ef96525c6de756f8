import { around, type Box, heightOf } from './geometry.ts'
import { type Colour, colourDistance } from './colours.ts'
import type { InkLine } from './lines.ts'
import { quantile } from './median.ts'

/** Smallest gap between words, in heights of capitals. */
const WORD_GAP = 0.3
/**
 * Smallest colour distance between words of different colour, as a share of the contrast to the background.
 */
const OTHER_COLOUR = 0.3

/**
 * Smallest ratio of letter heights that counts as another size, such as a large number before a small word.
 */
const OTHER_SIZE = 1.5

/** The letters of a line grouped into words, from left to right. */
function wordsOf({ letters, capital }: InkLine): Box[][] {
  const words: Box[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const letter of letters.toSorted((a, b) => a.x0 - b.x0)) {
    const word = words.at(-1)
    if (word && letter.x0 - end < WORD_GAP * capital) word.push(letter)
    else words.push([letter])
    end = Math.max(end, letter.x1)
  }
  return words
}

function partOf(line: InkLine, letters: Box[]): InkLine {
  const box = around(letters)
  const tall = letters.map(heightOf).filter((height) => height > Math.max(...letters.map(heightOf)) * 0.5)
  const inside = (x: number) => x >= box.x0 && x <= box.x1
  return {
    ...box,
    letters,
    capital: tall.length ? quantile(tall, 0.8) : line.capital,
    points: line.points.filter(inside),
    buttons: line.buttons.filter(({ x0 }) => inside(x0)),
  }
}

/**
 * Splits a line where its text changes colour or size: a white name before a grey club code, a large number
 * before a small stat. Each part is then normalised to black text at its own size.
 * @param colourOf returns the text colour in a part of the line
 */
export function splitLine(line: InkLine, ground: Colour, colourOf: (box: Box) => Colour): InkLine[] {
  const parts: { letters: Box[]; colour: Colour; tall: number }[] = []
  for (const letters of wordsOf(line)) {
    const last = parts.at(-1)
    // A dash or a point is too small to measure its colour.
    const speaks = letters.some((letter) => heightOf(letter) > line.capital * 0.3)
    const colour = speaks || !last ? colourOf(around(letters)) : last.colour
    const contrast = Math.max(colourDistance(colour, ground), last ? colourDistance(last.colour, ground) : 0)
    const tall = Math.max(...letters.map(heightOf))
    const sameSize = last && (!speaks || (tall < OTHER_SIZE * last.tall && last.tall < OTHER_SIZE * tall))
    if (last && sameSize && colourDistance(colour, last.colour) < OTHER_COLOUR * contrast) {
      last.letters.push(...letters)
      last.tall = Math.max(last.tall, tall)
    } else parts.push({ letters: [...letters], colour, tall })
  }
  return parts.length < 2 ? [line] : parts.map(({ letters }) => partOf(line, letters))
}
