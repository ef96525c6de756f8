import type { Line, StatForecastWire } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import type { PlayerRecord } from './run.ts'

type Answered = Exclude<PlayerRecord, { type: 'missing' }>

/** A server from before the engine; an engine that does not know this stat. */
const UNTOLD = 'the server gives none yet'
const UNTOLD_STAT = 'none for this stat'
const OTHER_GAME = 'the line is on another game'

type Timed = Pick<Line, 'gameTime' | 'gamePk'>

/**
 * Once a game has begun, the engine speaks of the next one: no word about a line on the first, nor, before it, about one
 * on the second of a doubleheader.
 */
function isOfAnotherGame({ gameTime, gamePk }: Timed, { forecastGame }: Answered): boolean {
  if (!forecastGame) return false
  if (typeof gamePk === 'number') return gamePk !== forecastGame.gamePk
  const begins = Date.parse(gameTime ?? '')
  return !Number.isNaN(begins) && easternDate(new Date(begins)) !== forecastGame.date
}

/**
 * What the engine expects of a stat in the game that a line is on.
 * @param timed the line's game: its time as the book gives it, its number where the API tells it
 * @param stat name as in `statTypeOf`
 * @returns the forecast, or why there is none, to stand behind 'No probability: '
 */
export function forecastOf(timed: Timed, record: Answered, stat: string): StatForecastWire | string {
  if (isOfAnotherGame(timed, record)) return OTHER_GAME
  const told = record.forecasts?.find((forecast) => forecast.stat === stat)
  if (told) return told
  return record.forecastMissing ?? (record.forecasts ? UNTOLD_STAT : UNTOLD)
}
