import type { Box } from '../pixels/geometry.ts'
import type { Piece } from '../text-line.ts'

/** A recognised field: a group of words with its meaning. */
interface ClueOf<Kind extends string, Value> {
  kind: Kind
  value: Value
  /** False if letters had to be corrected. */
  sure: boolean
  /** Confidence of its least certain word, 0 to 100. */
  confidence: number
  box: Box
  /** The text line that contains it; the first one of several. */
  piece: Piece
}

export type StatClue = ClueOf<'stat', string>
export type NumberClue = ClueOf<'number', number>
export type SideClue = ClueOf<'side', 'More' | 'Less'>
export type TeamClue = ClueOf<'team', { team: string; position: string; positionSure: boolean }>
export type OpponentClue = ClueOf<'opponent', { opponent: string; homeAway: 'HOME' | 'AWAY' }>
export type TimeClue = ClueOf<'time', string>
export type NameClue = ClueOf<'name', string>
export type OddsClue = ClueOf<'odds', 'goblin' | 'demon'>

export type Clue = StatClue | NumberClue | SideClue | TeamClue | OpponentClue | TimeClue | NameClue | OddsClue
export type ClueKind = Clue['kind']

/** The fields of one kind. */
export const cluesOf = <Kind extends ClueKind>(clues: readonly Clue[], kind: Kind) =>
  clues.filter((clue): clue is Extract<Clue, { kind: Kind }> => clue.kind === kind)
