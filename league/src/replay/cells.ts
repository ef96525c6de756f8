import type { BatSide, Hand } from '../world/entities.ts'
import { isDay, type Row } from './csv.ts'
import type { Completion } from './season-log.ts'

/** Games of the same clubs on one day; three in the triple-headers of old seasons. */
export const MOST_GAMES_A_DAY = 3

/** '?' is Retrosheet's mark of an unknown side; 'B' and 'S' are both. */
const HANDS = ['', '?', 'L', 'R', 'B', 'S'] as const

/** The side from which a player bats; undefined where unknown. */
export function readBatSide(row: Row, column: string): BatSide | undefined {
  const side = row.oneOf(column, HANDS)
  if (side === 'B' || side === 'S') return 'S'
  return side === 'L' || side === 'R' ? side : undefined
}

/** The throwing hand; undefined where unknown, and for a pitcher who throws with both. */
export function readHand(row: Row, column: string): Hand | undefined {
  const hand = row.oneOf(column, HANDS)
  return hand === 'L' || hand === 'R' ? hand : undefined
}

const START = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*(?:([AP])\.?M\.?)?$/i

/**
 * A local start, '19:10' or Retrosheet's '7:10PM', as '19:10'. Empty for an empty cell and for hour 0, which
 * Retrosheet writes for an unknown start.
 * @throws ReplayError for any other text
 */
export function readStartTime(row: Row, column: string): string {
  const text = row.text(column)
  if (text === '') return ''
  const [, hourText, minute = '', half] = START.exec(text) ?? []
  const hour = Number(hourText)
  if (hourText === undefined || minute > '59' || hour > (half ? 12 : 23))
    throw row.refuse(column, `'${text}' is not a start time such as 19:10 or 7:10PM`)
  if (hour === 0) return ''
  const afternoon = half?.toUpperCase() === 'P'
  const hours = half ? (hour % 12) + (afternoon ? 12 : 0) : hour
  return `${String(hours).padStart(2, '0')}:${minute}`
}

/** Names of the column about suspended games: Retrosheet's releases and game logs, and own files. */
const COMPLETION_COLUMNS = [
  'suspend',
  'completion',
  'completion_info',
  'completionInfo',
  'completed',
] as const
const COMPLETION = /^(\d{4})-?(\d{2})-?(\d{2})(?:,[^,]*,(\d{1,2}),(\d{1,2}),(\d{1,3}))?$/

/**
 * When a suspended game was completed: a day, or Retrosheet's completion information
 * `yyyymmdd,park,visitor score,home score,outs` with the state at the interruption
 * (https://www.retrosheet.org/gamelogs/glfields.txt, field 14).
 * @param date day on which the game began
 * @returns no field for a game that was completed on its day
 * @throws ReplayError for any other text
 */
export function readCompletion(row: Row, date: string): { completion?: Completion } {
  const column = COMPLETION_COLUMNS.find((name) => row.text(name) !== '')
  if (column === undefined) return {}
  const text = row.text(column)
  const [, year, month, dayOfMonth, away, home, outs] = COMPLETION.exec(text) ?? []
  const day = `${year}-${month}-${dayOfMonth}`
  if (!isDay(day) || day < date)
    throw row.refuse(column, `'${text}' is not the completion of a game of ${date}, such as 20190906`)
  if (day === date) return {}
  const state =
    outs === undefined ? {} : { score: { away: Number(away), home: Number(home) }, outs: Number(outs) }
  return { completion: { date: day, ...state } }
}
