import {
  type Box,
  boundingBox,
  heightOf,
  overlapX,
  overlapY,
  quantile,
  squareMedian,
  widthOf,
} from './geometry.ts'
import { type Component, findComponents, type Polarity, thresholdMasks } from './ink.ts'
import { type ColouredLine, findInkLines, type LetterLine } from './lines.ts'
import {
  brightness,
  type Colour,
  colourDistance,
  findBackgroundColour,
  findTextColour,
  type Raster,
  readRaster,
  type UprightImage,
  whiteness,
} from './raster.ts'

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
function mergeLines(lines: readonly ColouredLine[]): ColouredLine[] {
  const merged: ColouredLine[] = []
  for (const line of lines.toSorted((a, b) => a.x0 - b.x0)) {
    const before = merged.findIndex((other) => oneLine(other, line))
    const other = merged[before]
    if (other) merged[before] = joined(other, line)
    else merged.push(line)
  }
  return merged
}

export interface LineSearchResult {
  raster: Raster
  /** Pixels of the raster per pixel of the image. */
  scale: number
  lines: ColouredLine[]
}

/** Settings of one pass over an image. */
export interface PassSettings {
  /** Letter height in pixels to which the image is scaled before lines are searched. */
  letter: number
  /** Minimum difference in brightness between text and background. */
  contrast: number
}

const SMALLEST_SCALE = 0.25
const LARGEST_SCALE = 5
/** Half the threshold window in letter heights: small enough to fit inside a button. */
const REACH = 1.6

const shade = ([red, green, blue]: Colour) => (red * 77 + green * 150 + blue * 29) / 256

const isLetterShaped = (component: Component): boolean => {
  const ratio = widthOf(component) / heightOf(component)
  const filled = component.area / (widthOf(component) * heightOf(component))
  return heightOf(component) >= 4 && ratio > 0.2 && ratio < 1.6 && filled > 0.2 && filled < 0.72
}

/**
 * Whether a component has a neighbour of similar size. Letters do, parts of photos and logos usually do not.
 */
const hasSimilarNeighbour = (one: Component, _: number, all: readonly Component[]): boolean =>
  all.some(
    (other) =>
      other !== one &&
      -overlapX(one, other) < 1.2 * heightOf(one) &&
      overlapX(one, other) < 0.3 * widthOf(one) &&
      overlapY(one, other) > 0.6 * heightOf(one) &&
      heightOf(other) < 1.6 * heightOf(one) &&
      heightOf(one) < 1.6 * heightOf(other),
  )

/** Usual letter height in pixels of the original image; null if it has no text. */
export async function usualLetterHeight(picture: UprightImage): Promise<number | null> {
  const raster = await readRaster(picture, 1)
  const scale = raster.width / picture.width
  const reach = Math.max(6, Math.round(Math.min(raster.width, 1_200) / 45))
  const ink = thresholdMasks(brightness(raster), raster.width, raster.height, { reach, contrast: 34 })
  const heights = [ink.light, ink.dark].map((mask) =>
    findComponents(mask, raster.width, raster.height)
      .filter((one) => isLetterShaped(one) && heightOf(one) < raster.width / 12)
      .filter(hasSimilarNeighbour)
      .map(heightOf),
  )
  const [light = [], dark = []] = heights
  const weight = (all: readonly number[]) => all.reduce((sum, height) => sum + height ** 2, 0)
  const dominant = weight(light) > weight(dark) ? light : dark
  return dominant.length < 8 ? null : squareMedian(dominant) / scale
}

/** A rectangle enlarged by `by` pixels on each side, within the image. */
export const enlarged = ({ x0, y0, x1, y1 }: Box, by: number, { width, height }: Raster): Box => ({
  x0: Math.max(0, Math.round(x0 - by)),
  y0: Math.max(0, Math.round(y0 - by)),
  x1: Math.min(width, Math.round(x1 + by)),
  y1: Math.min(height, Math.round(y1 + by)),
})

/**
 * Adds background and text colour. Drops a line whose colours do not match its polarity: a gap between
 * letters.
 */
function withColours(line: LetterLine, polarity: Polarity, contrast: number, raster: Raster): ColouredLine[] {
  const backgroundColour = findBackgroundColour(
    raster,
    enlarged(line, Math.max(1, line.capitalHeight * 0.12), raster),
  )
  return splitLine(line, backgroundColour, (box) => findTextColour(raster, box, backgroundColour)).flatMap(
    (part) => {
      const textColour = findTextColour(raster, part, backgroundColour)
      const lighter = shade(textColour) - shade(backgroundColour)
      return (polarity === 'light' ? lighter : -lighter) > contrast
        ? [{ ...part, backgroundColour, textColour }]
        : []
    },
  )
}

const covers = (outer: Box, inner: Box): boolean =>
  overlapX(outer, inner) > widthOf(inner) * 0.7 && overlapY(outer, inner) > heightOf(inner) * 0.7

/** Minimum difference between the channels of a colour that counts as coloured: a button's, also a pale one's. */
const MIN_COLOURFULNESS = 36
const MIN_BUTTON_BRIGHTNESS = 110

/** Whether text is light on a bright colour, such as white on yellow or on pale pink. */
const isOnBrightColour = ({ backgroundColour, textColour }: ColouredLine): boolean =>
  Math.max(...backgroundColour) - Math.min(...backgroundColour) > MIN_COLOURFULNESS &&
  shade(backgroundColour) > MIN_BUTTON_BRIGHTNESS &&
  Math.min(...textColour) - Math.min(...backgroundColour) > MIN_COLOURFULNESS

/** Removes lines inside a larger line. */
const withoutNested = (lines: readonly ColouredLine[]): ColouredLine[] =>
  lines.filter(
    (line) => !lines.some((other) => other !== line && widthOf(other) > widthOf(line) && covers(other, line)),
  )

/** Whether a box is a button behind a line. */
const isButtonBehind = (button: Box, line: Box): boolean =>
  covers(button, line) && widthOf(line) > widthOf(button) * 0.4

/** Removes lines that are a button behind text of the other polarity. */
const withoutButtons = (lines: readonly ColouredLine[], others: readonly ColouredLine[]): ColouredLine[] =>
  lines.filter(
    ({ buttons }) => !buttons.some((button) => others.some((other) => isButtonBehind(button, other))),
  )

/**
 * Finds all lines of text, light and dark, in any colour.
 * @param letter usual letter height in the original image (`usualLetterHeight`)
 */
export async function findLines(
  picture: UprightImage,
  letter: number,
  pass: PassSettings,
): Promise<LineSearchResult> {
  const requestedScale = Math.max(SMALLEST_SCALE, Math.min(LARGEST_SCALE, pass.letter / letter))
  const raster = await readRaster(picture, requestedScale)
  const scale = raster.width / picture.width
  const usual = letter * scale
  const { contrast } = pass
  const settings = { reach: Math.round(usual * REACH), contrast }
  const masksOf = (bright: Uint8Array) => thresholdMasks(bright, raster.width, raster.height, settings)
  const linesIn = (mask: Uint8Array, polarity: Polarity, minContrast: number) =>
    findInkLines(findComponents(mask, raster.width, raster.height), usual).flatMap((line) =>
      withColours(line, polarity, minContrast, raster),
    )
  const masks = masksOf(brightness(raster))
  // A bright button on a dark card joins with white text on it to one light shape.
  const onButtons = linesIn(masksOf(whiteness(raster)).light, 'light', 0).filter(isOnBrightColour)
  const light = [
    ...linesIn(masks.light, 'light', contrast).filter(
      (line) => !onButtons.some((other) => covers(other, line) || isButtonBehind(line, other)),
    ),
    ...onButtons,
  ]
  const dark = linesIn(masks.dark, 'dark', contrast)
  const lines = [...withoutButtons(light, dark), ...withoutButtons(dark, light)]
  return {
    raster,
    scale,
    lines: mergeLines(withoutNested(lines)).toSorted((a, b) => a.y0 - b.y0 || a.x0 - b.x0),
  }
}
