import type { Line, StatForecastWire } from '@propsight/shared/contracts'
import { easternDate, findStatType, lacksMarket } from '@propsight/shared/domain'
import type { PlayerRecord } from './run.ts'

type Answered = Exclude<PlayerRecord, { type: 'missing' }>

/**
 * Reasons for a missing forecast: a run of another market; a server without the engine; an engine that does not model the market; games
 * without the counts of the market.
 */
const OUTSIDE_RUN = 'this analysis is for another stat'
const NO_ENGINE = 'the server gives none yet'
const NOT_MODELED = 'none for this stat'
const NO_COUNTS = 'the source lacks counts of this stat'
const OTHER_GAME = 'the line is on another game'

type LineGame = Pick<Line, 'gameTime' | 'gamePk'>

/**
 * Whether the forecasts of a record are for another game than the line's. Once a game has begun, the engine
 * forecasts the next one. Before a doubleheader it forecasts the first game only.
 */
function isOfAnotherGame({ gameTime, gamePk }: LineGame, { forecastGame }: Answered): boolean {
  if (!forecastGame) return false
  if (typeof gamePk === 'number') return gamePk !== forecastGame.gamePk
  const startMs = Date.parse(gameTime ?? '')
  return !Number.isNaN(startMs) && easternDate(new Date(startMs)) !== forecastGame.date
}

/**
 * Finds the engine's forecast of a market for the game of a line.
 * @param game the line's game: its start as listed by the book, and its `gamePk` if the API provides it
 * @param stat name as in `findStatType`
 * @returns the forecast, or the reason for its absence, shown after 'No probability: '
 */
export function findForecast(game: LineGame, record: Answered, stat: string): StatForecastWire | string {
  if (isOfAnotherGame(game, record)) return OTHER_GAME
  const found = record.forecasts?.find((forecast) => forecast.stat === stat)
  if (found) return found
  if (record.forecastScope && !record.forecastScope.includes(stat)) return OUTSIDE_RUN
  if (record.forecastMissing) return record.forecastMissing
  if (!record.forecasts) return NO_ENGINE
  const type = findStatType(stat)
  return type && lacksMarket(type, record) ? NO_COUNTS : NOT_MODELED
}
