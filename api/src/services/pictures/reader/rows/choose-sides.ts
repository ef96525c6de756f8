import { type Box, distance, middleOf } from '../pixels/geometry.ts'
import { type Colour, colourDistance } from '../pixels/raster.ts'
import type { TextLine } from '../text-line.ts'
import type { NameField, NumberField, SideField, StatField, TeamField } from './parsed-field.ts'

export interface ChosenSide {
  side: SideField
  /** False if it is not certain that this side is the chosen one. */
  chosen: boolean
}

/** The texts of a row by which its side is judged. */
export interface SideRow {
  draft: { stat: StatField }
  number: NumberField | null
  name: NameField | null
  team: TeamField | null
}

/** Largest colour distance at which two buttons count as equal. */
const MAX_EQUAL_DISTANCE = 30
/** Smallest colour distance between a card and a button that is filled to be seen. */
const MIN_FILLED_DISTANCE = 90

/** Smallest difference between the channels of a button's colour, also of a pale one; and of a text that is not grey. */
const MIN_COLOURED = 36
const MIN_VIVID = 60

const spread = (colour: Colour) => Math.max(...colour) - Math.min(...colour)
const contrastOf = ({ textColour, backgroundColour }: TextLine) =>
  colourDistance(textColour, backgroundColour)
const fillOf = ({ textLine }: SideField, card: TextLine) =>
  colourDistance(textLine.backgroundColour, card.backgroundColour)

/**
 * Decides which of two buttons is selected: the one whose background differs more from the card's. If the
 * backgrounds are equal, the one whose text has more contrast. It is not certain if the text says the opposite of the
 * background and the background alone does not decide: both buttons are filled, or the one that is filled is so with a faint grey.
 * @param card a line of the same row on the background of the card
 */
export function chooseSide(
  more: SideField | null,
  less: SideField | null,
  card: TextLine,
): ChosenSide | null {
  if (!more || !less) {
    const only = more ?? less
    return only && { side: only, chosen: true }
  }
  const fills = [fillOf(more, card), fillOf(less, card)] as const
  const byFill = fills[0] - fills[1]
  const byContrast = contrastOf(more.textLine) - contrastOf(less.textLine)
  const decides = (difference: number) => Math.abs(difference) > MAX_EQUAL_DISTANCE
  if (decides(byFill)) {
    const side = byFill > 0 ? more : less
    const contradicts = decides(byContrast) && byContrast > 0 !== byFill > 0
    const isSeen =
      Math.max(...fills) > MIN_FILLED_DISTANCE || spread(side.textLine.backgroundColour) > MIN_COLOURED
    return { side, chosen: !contradicts || (isSeen && Math.min(...fills) < MAX_EQUAL_DISTANCE) }
  }
  return { side: byContrast < -MAX_EQUAL_DISTANCE ? less : more, chosen: decides(byContrast) }
}

/** Minimum share of rows with both words for More and Less to count as buttons. */
const MIN_BUTTON_SHARE = 0.6
/** Largest distance between the two buttons of a row, in heights of capitals. */
const BUTTON_REACH = { x: 12, y: 4 }
/** Text of less contrast than this share of the card's main text is dim, as on a button that is not selected. */
const MAX_DIM_SHARE = 0.85
/** Largest colour distance at which two texts count as of one colour. */
const MAX_SAME_COLOUR = 60

const isPair = (a: Box, b: Box, unit: number): boolean =>
  Math.abs(middleOf(a) - middleOf(b)) < unit
    ? distance(a, b) < BUTTON_REACH.x * unit
    : distance(a, b) < BUTTON_REACH.y * unit && a.x0 < b.x1 && b.x0 < a.x1

/**
 * Whether a side that is alone in its line looks like a button that is not selected: dim text, in grey or in the
 * colour of the lesser texts, that is not filled. The other button, whose text was not read, may be the selected one.
 */
function looksUnselected(side: SideField, { draft, number, name, team }: SideRow): boolean {
  const { textLine } = side
  if (textLine.words.length > 1 || fillOf(side, draft.stat.textLine) > MIN_FILLED_DISTANCE) return false
  const texts = [draft.stat, number, name].flatMap((field) => (field ? contrastOf(field.textLine) : []))
  const isDim = contrastOf(textLine) < MAX_DIM_SHARE * Math.max(...texts)
  const isGrey = spread(textLine.textColour) < MIN_VIVID
  const isLesser =
    team !== null && colourDistance(team.textLine.textColour, textLine.textColour) < MAX_SAME_COLOUR
  return isDim && (isGrey || isLesser)
}

/**
 * Chooses the side of each row. With both words in a row the highlighted one is the side; a word alone is the side
 * unless it may be a button whose pair was not read.
 * @param unit height of capitals, in pixels
 * @param assignSides assigns to each row its nearest side
 */
export function chooseSides(
  sides: readonly SideField[],
  rows: readonly SideRow[],
  unit: number,
  assignSides: (sides: readonly SideField[]) => (SideField | null)[],
): (ChosenSide | null)[] {
  const more = sides.filter(({ value }) => value === 'More')
  const less = sides.filter(({ value }) => value === 'Less')
  const buttons =
    Math.min(more.length, less.length) >= rows.length * MIN_BUTTON_SHARE && sides.length > rows.length * 1.5
  if (!buttons) {
    const assigned = assignSides(sides)
    const others = sides.filter((side) => !assigned.includes(side))
    return rows.map((row, index) => {
      const side = assigned[index]
      if (!side) return null
      const hasPair = others.some((other) => other.value !== side.value && isPair(other.box, side.box, unit))
      return { side, chosen: !hasPair && !looksUnselected(side, row) }
    })
  }
  const ofMore = assignSides(more)
  const ofLess = assignSides(less)
  return rows.map(({ draft }, row) => {
    const chosen = chooseSide(ofMore[row] ?? null, ofLess[row] ?? null, draft.stat.textLine)
    // If one of two buttons was not read, the selected one is unknown.
    return chosen && { ...chosen, chosen: chosen.chosen && Boolean(ofMore[row] && ofLess[row]) }
  })
}
