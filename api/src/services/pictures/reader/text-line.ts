import sharp from 'sharp'
import { enlarged, type LineSearchResult } from './pixels/find-lines.ts'
import { type Box, heightOf, widthOf } from './pixels/geometry.ts'
import type { ColouredLine } from './pixels/lines.ts'
import type { Colour, Raster } from './pixels/raster.ts'
import type { SheetWord } from './recogniser.ts'

/** The position of a line of the image on the sheet. */
export interface PlacedLine {
  line: ColouredLine
  /** Top and bottom on the sheet. */
  top: number
  bottom: number
  /** Left edge of the tile in the raster, and pixels of the sheet per pixel of the raster. */
  from: number
  times: number
}

export interface Sheet {
  /** Greyscale image in the portable graymap format (PGM), one byte per pixel. */
  file: Buffer
  placed: PlacedLine[]
}

const MARGIN = 24
/** Gap between two lines on the sheet, in heights of capitals. */
const BETWEEN = 0.55

/**
 * Converts a line to black text on white: the grey value of a pixel is its position between background and
 * text colour.
 */
function normaliseLine(
  raster: Raster,
  line: ColouredLine,
  box: { x0: number; y0: number; x1: number; y1: number },
) {
  const { backgroundColour, textColour } = line
  const colourVector = [
    textColour[0] - backgroundColour[0],
    textColour[1] - backgroundColour[1],
    textColour[2] - backgroundColour[2],
  ] as const
  const length = Math.max(1, colourVector[0] ** 2 + colourVector[1] ** 2 + colourVector[2] ** 2)
  const grey = Buffer.alloc(widthOf(box) * heightOf(box))
  let to = 0
  for (let y = box.y0; y < box.y1; y += 1)
    for (let x = box.x0; x < box.x1; x += 1) {
      const at = (y * raster.width + x) * 3
      const along =
        ((raster.rgb[at] ?? 0) - backgroundColour[0]) * colourVector[0] +
        ((raster.rgb[at + 1] ?? 0) - backgroundColour[1]) * colourVector[1] +
        ((raster.rgb[at + 2] ?? 0) - backgroundColour[2]) * colourVector[2]
      grey[to] = 255 - Math.max(0, Math.min(255, Math.round((along / length) * 255)))
      to += 1
    }
  return grey
}

/**
 * Builds the input of the recogniser: all lines in black on white, at the same size, below one another. It
 * recognises text best in this form.
 * @param capitalHeight height of capitals on the sheet, in pixels
 */
export async function buildSheet({ raster, lines }: LineSearchResult, capitalHeight: number): Promise<Sheet> {
  const gap = Math.round(capitalHeight * BETWEEN)
  let top = gap
  let width = 0
  const tiles: { pixels: Buffer; width: number; height: number; top: number }[] = []
  const placed: PlacedLine[] = []
  for (const line of lines) {
    const box = enlarged(line, line.capitalHeight * 0.2, raster)
    const times = capitalHeight / line.capitalHeight
    const { data, info } = await sharp(normaliseLine(raster, line, box), {
      raw: { width: widthOf(box), height: heightOf(box), channels: 1 },
    })
      .resize({
        width: Math.max(1, Math.round(widthOf(box) * times)),
        height: Math.max(1, Math.round(heightOf(box) * times)),
        fit: 'fill',
        kernel: 'lanczos3',
      })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
    tiles.push({ pixels: data, width: info.width, height: info.height, top })
    placed.push({ line, top, bottom: top + info.height, from: box.x0, times })
    width = Math.max(width, info.width)
    top += info.height + gap
  }
  const across = width + 2 * MARGIN
  const sheet = Buffer.alloc(across * top, 255)
  for (const tile of tiles)
    for (let y = 0; y < tile.height; y += 1)
      tile.pixels.copy(sheet, (tile.top + y) * across + MARGIN, y * tile.width, (y + 1) * tile.width)
  return { file: Buffer.concat([Buffer.from(`P5\n${across} ${top}\n255\n`), sheet]), placed }
}

/** The raster column of a column of the sheet. */
export const columnOf = ({ from, times }: PlacedLine, x: number): number => from + (x - MARGIN) / times

/** A recognised word; its box is in pixels of the image. */
export interface Word {
  text: string
  /** 0 to 100. */
  confidence: number
  box: Box
}

/** A recognised line of text; without words if nothing could be read. */
export interface TextLine {
  words: Word[]
  box: Box
  /** Height of its capitals in pixels of the image. */
  capitalHeight: number
  backgroundColour: Colour
  textColour: Colour
  /** Horizontal positions of points on the base line, in pixels of the image. */
  points: number[]
}

const middle = ({ y0, y1 }: SheetWord) => (y0 + y1) / 2

/**
 * Least height of a digit, greatest width of a 1, greatest difference in width of two of them, and greatest gap between
 * digits, which is below that of words; in heights of capitals.
 */
const DIGIT = { height: 0.8, one: 0.55, apart: 0.1, gap: 0.3 } as const
/** Confidence of a number that lacks a digit: it is shown as uncertain. */
const UNSURE = 30

/**
 * Checks a number with one digit before its point against the shapes there. The recogniser reads '11.5' in bold type as
 * '1.5', with confidence: a lost 1 is added. With another lost digit the number is uncertain.
 * @param x0 left edge of the word in the raster
 * @param x1 its right edge
 */
export function checkDigits(
  word: Pick<Word, 'text' | 'confidence'>,
  { letters, points, capitalHeight }: Pick<ColouredLine, 'letters' | 'points' | 'capitalHeight'>,
  x0: number,
  x1: number,
): Pick<Word, 'text' | 'confidence'> {
  const { text, confidence } = word
  const point = /^\d\.\d$/.test(text) ? points.find((x) => x > x0 && x < x1) : undefined
  if (point === undefined) return word
  const isBeforePoint = (box: Box) => box.x1 > x0 - capitalHeight / 2 && box.x1 <= point
  const [second, first] = letters
    .filter((box) => isBeforePoint(box) && heightOf(box) >= DIGIT.height * capitalHeight)
    .toSorted((a, b) => b.x0 - a.x0)
  if (!first || !second || second.x0 - first.x1 > DIGIT.gap * capitalHeight) return word
  const widths = [widthOf(first), widthOf(second)]
  const areOnes =
    text.startsWith('1') &&
    Math.max(...widths) <= DIGIT.one * capitalHeight &&
    Math.abs(widthOf(first) - widthOf(second)) <= DIGIT.apart * capitalHeight
  return areOnes ? { text: `1${text}`, confidence } : { text, confidence: Math.min(confidence, UNSURE) }
}

function toTextLine(placed: PlacedLine, words: readonly SheetWord[], scale: number): TextLine {
  const { line } = placed
  const rows = { y0: line.y0 / scale, y1: line.y1 / scale }
  const read = words
    .filter((word) => middle(word) >= placed.top && middle(word) < placed.bottom && word.text.trim())
    .toSorted((a, b) => a.x0 - b.x0)
    .map(({ text, confidence, ...word }) => {
      const [x0, x1] = [columnOf(placed, word.x0), columnOf(placed, word.x1)]
      return {
        ...checkDigits({ text: text.trim(), confidence }, line, x0, x1),
        box: { ...rows, x0: x0 / scale, x1: x1 / scale },
      }
    })
  const { capitalHeight, backgroundColour, textColour } = line
  const box = { ...rows, x0: line.x0 / scale, x1: line.x1 / scale }
  return {
    words: read,
    box,
    capitalHeight: capitalHeight / scale,
    backgroundColour,
    textColour,
    points: line.points.map((x) => x / scale),
  }
}

/** Maps the recognised words of a sheet back to the lines of the image. */
export const toTextLines = (
  sheet: Sheet,
  words: readonly SheetWord[],
  { scale }: LineSearchResult,
): TextLine[] => sheet.placed.map((placed) => toTextLine(placed, words, scale))
