import { type MoveEffect, type RosterMove, readMove } from './read-move.ts'

/** A move that says something about playing. */
export interface ToldMove {
  readonly effect: MoveEffect
  readonly label: string
  /** League day on which it was known and held. */
  readonly date: string
  /** The league's own sentence. */
  readonly text: string
}

const LONGEST_TEXT = 400

const shortened = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`

/** The later of the day of filing and the day from which it holds: a list is often retroactive, an option announced. */
const dayOf = ({ date, effectiveDate }: RosterMove): string =>
  effectiveDate && effectiveDate > date ? effectiveDate : date

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The same sentence without what a second filing writes otherwise. */
const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').replace(/\.+$/, '').trim()

/**
 * A player's moves that say something about playing, oldest first, each once though it is filed twice.
 * @param today league day; what is effective later is left out
 */
export function movesOf(moves: readonly RosterMove[], today: string): ToldMove[] {
  const told = new Map<string, ToldMove>()
  const inOrder = moves
    .map((move) => ({ move, day: dayOf(move) }))
    .filter(({ day }) => day <= today)
    .sort(
      (a, b) =>
        compare(a.day, b.day) || a.move.id - b.move.id || compare(a.move.description, b.move.description),
    )
  for (const { move, day } of inOrder) {
    const reading = readMove(move)
    const key = `${day} ${plain(move.description.slice(0, LONGEST_TEXT))}`
    if (reading && !told.has(key)) {
      told.set(key, { ...reading, date: day, text: shortened(move.description.trim()) })
    }
  }
  return [...told.values()]
}
