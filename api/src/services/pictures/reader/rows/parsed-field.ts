import type { PrintedGame } from '../../reading.ts'
import type { Box } from '../pixels/geometry.ts'
import type { TextLine } from '../text-line.ts'
import type { Token } from './tokens.ts'

/** A recognised field: a group of words with its meaning. */
interface FieldOf<Kind extends string, Value> {
  kind: Kind
  value: Value
  /** False if letters had to be corrected. */
  sure: boolean
  /** Confidence of its least certain word, 0 to 100. */
  confidence: number
  box: Box
  /** The text line that contains it; the first one of several. */
  textLine: TextLine
}

/** The market of a row: the name of an offered one, or the text of another as printed. */
export type StatField = FieldOf<'stat', string> & { offered: boolean }
export type NumberField = FieldOf<'number', number>
export type SideField = FieldOf<'side', 'More' | 'Less'>
export type TeamField = FieldOf<'team', { team: string; position: string; positionSure: boolean }>
export type OpponentField = FieldOf<'opponent', { opponent: string; homeAway: 'HOME' | 'AWAY' | null }>
/** Both clubs of a game: 'LAD vs ATH', 'LAD @ ATH'. */
export type GameField = FieldOf<'game', PrintedGame>
export type TimeField = FieldOf<'time', string>
export type NameField = FieldOf<'name', string>
export type OddsField = FieldOf<'odds', 'goblin' | 'demon'>

export type ParsedField =
  | StatField
  | NumberField
  | SideField
  | TeamField
  | OpponentField
  | GameField
  | TimeField
  | NameField
  | OddsField

/** Marks tokens as used and returns the common properties of their field. */
export type Base = (
  tokens: readonly Token[],
  sure: boolean,
) => Pick<ParsedField, 'sure' | 'confidence' | 'box' | 'textLine'>

export type FieldKind = ParsedField['kind']

/** The fields of one kind. */
export const fieldsOfKind = <Kind extends FieldKind>(parsedFields: readonly ParsedField[], kind: Kind) =>
  parsedFields.filter(
    (parsedField): parsedField is Extract<ParsedField, { kind: Kind }> => parsedField.kind === kind,
  )

/** One player's row as read by one pass. */
export interface CardRow {
  box: Box
  /** Whether the assignment of its fields is uncertain, for example because it overlaps another row. */
  uncertain: boolean
  /** Null if no text of the row can be its market. */
  stat: StatField | null
  number: NumberField | null
  side: SideField | null
  /** False if both More and Less are shown and neither is highlighted. */
  sideChosen: boolean
  team: TeamField | null
  opponent: OpponentField | null
  game: GameField | null
  time: TimeField | null
  name: NameField | null
  odds: OddsField | null
}
