import type { Line, StatForecastWire } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import type { PlayerRecord } from './run.ts'

type Answered = Exclude<PlayerRecord, { type: 'missing' }>

/** A server from before the engine; an engine that does not know this stat. */
const UNTOLD = 'the server gives none yet'
const UNTOLD_STAT = 'none for this stat'
const OTHER_GAME = 'the line is on another game'

/** Once a game has begun, the engine speaks of the next one: no word about a line on the first. */
function isOfAnotherGame(gameTime: string | null, { forecastGame }: Answered): boolean {
  const begins = Date.parse(gameTime ?? '')
  return (
    forecastGame !== undefined && !Number.isNaN(begins) && easternDate(new Date(begins)) !== forecastGame.date
  )
}

/**
 * What the engine expects of a stat in the game that a line is on.
 * @param line its game's time, as the book gives it
 * @param stat name as in `statTypeOf`
 * @returns the forecast, or why there is none, to stand behind 'No probability: '
 */
export function forecastOf(
  { gameTime }: Pick<Line, 'gameTime'>,
  record: Answered,
  stat: string,
): StatForecastWire | string {
  if (isOfAnotherGame(gameTime, record)) return OTHER_GAME
  const told = record.forecasts?.find((forecast) => forecast.stat === stat)
  if (told) return told
  return record.forecastMissing ?? (record.forecasts ? UNTOLD_STAT : UNTOLD)
}
