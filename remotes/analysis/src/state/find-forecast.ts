import type { ForecastMissing, Line, StatForecastWire } from '@propsight/shared/contracts'
import { compareGame, findStatType, lacksMarket } from '@propsight/shared/domain'
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
const GAME_NOT_CERTAIN: ForecastMissing = 'game not certain'

/**
 * Finds the engine's forecast of a market for the game of a line.
 * @param game the line's game: its start as listed by the book, and its `gamePk` if the API provides it
 * @param stat name as in `findStatType`
 * @returns the forecast, or the reason for its absence, shown after 'No probability: '
 */
export function findForecast(
  game: Pick<Line, 'gameTime' | 'gamePk'>,
  record: Answered,
  stat: string,
): StatForecastWire | string {
  const compared = compareGame(game, record.forecastGame)
  if (compared !== 'same') return compared === 'other' ? OTHER_GAME : GAME_NOT_CERTAIN
  const found = record.forecasts?.find((forecast) => forecast.stat === stat)
  if (found) return found
  if (record.forecastScope && !record.forecastScope.includes(stat)) return OUTSIDE_RUN
  if (record.forecastMissing) return record.forecastMissing
  if (!record.forecasts) return NO_ENGINE
  const type = findStatType(stat)
  return type && lacksMarket(type, record) ? NO_COUNTS : NOT_MODELED
}
