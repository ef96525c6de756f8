import type { Box } from '../pixels/geometry.ts'
import type { TextLine } from '../text-line.ts'

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

export type StatField = FieldOf<'stat', string>
export type NumberField = FieldOf<'number', number>
export type SideField = FieldOf<'side', 'More' | 'Less'>
export type TeamField = FieldOf<'team', { team: string; position: string; positionSure: boolean }>
export type OpponentField = FieldOf<'opponent', { opponent: string; homeAway: 'HOME' | 'AWAY' }>
export type TimeField = FieldOf<'time', string>
export type NameField = FieldOf<'name', string>
export type OddsField = FieldOf<'odds', 'goblin' | 'demon'>

export type ParsedField =
  | StatField
  | NumberField
  | SideField
  | TeamField
  | OpponentField
  | TimeField
  | NameField
  | OddsField
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
  stat: StatField
  number: NumberField | null
  side: SideField | null
  /** False if both More and Less are shown and neither is highlighted. */
  sideChosen: boolean
  team: TeamField | null
  opponent: OpponentField | null
  time: TimeField | null
  name: NameField | null
  odds: OddsField | null
}
