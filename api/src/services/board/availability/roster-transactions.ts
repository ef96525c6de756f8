import { type MoveEffect, type RosterMove, readMove } from './classify-transaction.ts'

/** A transaction that concerns whether the player can play. */
export interface ToldMove {
  readonly effect: MoveEffect
  readonly label: string
  /** League day from which the transaction is filed and effective, `YYYY-MM-DD`. */
  readonly date: string
  /** The league's own sentence. */
  readonly text: string
}

const LONGEST_TEXT = 400

const shortened = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`

/**
 * The later of filing day and effective day. Placements are often retroactive, options announced in advance.
 */
const dayOf = ({ date, effectiveDate }: RosterMove): string =>
  effectiveDate && effectiveDate > date ? effectiveDate : date

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Normalizes a description, so that duplicates with other case, spaces or final periods are equal. */
const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').replace(/\.+$/, '').trim()

/**
 * Lists a player's transactions that concern whether the player can play, oldest first, without duplicates.
 * @param today league day, `YYYY-MM-DD`; transactions that take effect later are omitted
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
