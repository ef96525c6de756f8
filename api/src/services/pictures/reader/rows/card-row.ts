import type { Box } from '../pixels/geometry.ts'
import type {
  NameClue,
  NumberClue,
  OddsClue,
  OpponentClue,
  SideClue,
  StatClue,
  TeamClue,
  TimeClue,
} from './parsed-field.ts'

/** One player's row as read by one pass. */
export interface CardRow {
  box: Box
  /** Whether the assignment of its fields is uncertain, for example because it overlaps another row. */
  tangled: boolean
  stat: StatClue
  number: NumberClue | null
  side: SideClue | null
  /** False if both More and Less are shown and neither is highlighted. */
  sideChosen: boolean
  team: TeamClue | null
  opponent: OpponentClue | null
  time: TimeClue | null
  name: NameClue | null
  odds: OddsClue | null
}
