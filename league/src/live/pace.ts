/**
 * Minutes per plate appearance and per break. A game of 76 plate appearances and 17 half innings takes 2 h 45
 * min.
 */
const PLATE_MINUTES = 1.66
const BREAK_MINUTES = 2.3

/** The progress of a game. */
export interface Progress {
  /** Completed plate appearances. */
  readonly plates: number
  /** Whether the game is in the break between two half innings. */
  readonly between: boolean
}

/** Minutes from the first pitch to the end of a plate appearance (from 0). */
const endOf = (halves: readonly number[], plate: number): number =>
  (plate + 1) * PLATE_MINUTES + (halves[plate] ?? 0) * BREAK_MINUTES

/** Minutes from the first pitch to the last out. */
export const lengthOf = (halves: readonly number[]): number => endOf(halves, halves.length - 1)

/**
 * The progress of a game at a time after its first pitch.
 * @param halves the half inning (from 0) of every plate appearance of the whole game
 */
export function progressAt(halves: readonly number[], minutes: number): Progress {
  const open = halves.findIndex((_, plate) => endOf(halves, plate) > minutes)
  const plates = open < 0 ? halves.length : open
  const last = plates - 1
  const turns = plates > 0 && plates < halves.length && halves[plates] !== halves[last]
  return { plates, between: turns && minutes < endOf(halves, last) + BREAK_MINUTES }
}
