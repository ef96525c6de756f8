import { type Box, boundingBox, heightOf, overlapX, overlapY, quantile } from './geometry.ts'
import type { ColouredLine, LetterLine } from './lines.ts'
import { type Colour, colourDistance } from './raster.ts'

/** Smallest gap between words, in heights of capitals. */
const MIN_WORD_GAP = 0.3
/**
 * Smallest colour distance between words of different colour, as a share of the contrast to the background.
 */
const OTHER_COLOUR = 0.3

/**
 * Smallest ratio of letter heights that counts as another size, such as a large number before a small word.
 */
const OTHER_SIZE = 1.5

/** The letters of a line grouped into words, from left to right. */
function listWords({ letters, capitalHeight }: LetterLine): Box[][] {
  const words: Box[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const letter of letters.toSorted((a, b) => a.x0 - b.x0)) {
    const word = words.at(-1)
    if (word && letter.x0 - end < MIN_WORD_GAP * capitalHeight) word.push(letter)
    else words.push([letter])
    end = Math.max(end, letter.x1)
  }
  return words
}

function cutPart(line: LetterLine, letters: Box[]): LetterLine {
  const box = boundingBox(letters)
  const tall = letters.map(heightOf).filter((height) => height > Math.max(...letters.map(heightOf)) * 0.5)
  const inside = (x: number) => x >= box.x0 && x <= box.x1
  return {
    ...box,
    letters,
    capitalHeight: tall.length ? quantile(tall, 0.8) : line.capitalHeight,
    points: line.points.filter(inside),
    buttons: line.buttons.filter(({ x0 }) => inside(x0)),
  }
}

/**
 * Splits a line where its text changes colour or size: a white name before a grey club code, a large number
 * before a small stat. Each part is then normalised to black text at its own size.
 * @param colourOf returns the text colour in a part of the line
 */
export function splitLine(
  line: LetterLine,
  backgroundColour: Colour,
  colourOf: (box: Box) => Colour,
): LetterLine[] {
  const parts: { letters: Box[]; colour: Colour; tall: number }[] = []
  for (const letters of listWords(line)) {
    const last = parts.at(-1)
    // A dash or a point is too small to measure its colour.
    const isMeasurable = letters.some((letter) => heightOf(letter) > line.capitalHeight * 0.3)
    const colour = isMeasurable || !last ? colourOf(boundingBox(letters)) : last.colour
    const contrast = Math.max(
      colourDistance(colour, backgroundColour),
      last ? colourDistance(last.colour, backgroundColour) : 0,
    )
    const tall = Math.max(...letters.map(heightOf))
    const sameSize =
      last && (!isMeasurable || (tall < OTHER_SIZE * last.tall && last.tall < OTHER_SIZE * tall))
    if (last && sameSize && colourDistance(colour, last.colour) < OTHER_COLOUR * contrast) {
      last.letters.push(...letters)
      last.tall = Math.max(last.tall, tall)
    } else parts.push({ letters: [...letters], colour, tall })
  }
  return parts.length < 2 ? [line] : parts.map(({ letters }) => cutPart(line, letters))
}

/** Largest gap between words of a line, in heights of capitals. Monospaced fonts have wide gaps. */
const MAX_WORD_GAP = 1.7
/** Largest colour distance between words of a line. */
const MAX_COLOUR_DISTANCE = 45

function oneLine(a: ColouredLine, b: ColouredLine): boolean {
  const capitalHeight = Math.min(a.capitalHeight, b.capitalHeight)
  const sameSize = Math.max(a.capitalHeight, b.capitalHeight) < 1.35 * capitalHeight
  const level = overlapY(a, b) > 0.6 * Math.min(heightOf(a), heightOf(b))
  const near = -overlapX(a, b) < MAX_WORD_GAP * capitalHeight
  return (
    sameSize &&
    level &&
    near &&
    colourDistance(a.backgroundColour, b.backgroundColour) < MAX_COLOUR_DISTANCE &&
    colourDistance(a.textColour, b.textColour) < MAX_COLOUR_DISTANCE
  )
}

const joined = (a: ColouredLine, b: ColouredLine): ColouredLine => ({
  ...a,
  ...boundingBox([a, b]),
  capitalHeight: Math.max(a.capitalHeight, b.capitalHeight),
  points: [...a.points, ...b.points],
  letters: [...a.letters, ...b.letters],
  buttons: [...a.buttons, ...b.buttons],
})

/** Merges parts of one line that have the same size and colours. */
export function mergeLines(lines: readonly ColouredLine[]): ColouredLine[] {
  const merged: ColouredLine[] = []
  for (const line of lines.toSorted((a, b) => a.x0 - b.x0)) {
    const before = merged.findIndex((other) => oneLine(other, line))
    const other = merged[before]
    if (other) merged[before] = joined(other, line)
    else merged.push(line)
  }
  return merged
}
