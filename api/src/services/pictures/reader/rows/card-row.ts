import type { Box } from '../pixels/box.ts'
import type {
  NameClue,
  NumberClue,
  OddsClue,
  OpponentClue,
  SideClue,
  StatClue,
  TeamClue,
  TimeClue,
} from './clue.ts'

/** One player's row as one look at the picture gave it. */
export interface CardRow {
  box: Box
  /** Whether it reaches into another row: then what belongs to whom is not certain. */
  tangled: boolean
  stat: StatClue
  number: NumberClue | null
  side: SideClue | null
  /** False where More and Less both stand there and neither stands out. */
  sideChosen: boolean
  team: TeamClue | null
  opponent: OpponentClue | null
  time: TimeClue | null
  name: NameClue | null
  odds: OddsClue | null
}
