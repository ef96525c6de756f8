import type { ForecastSubject } from './forecast-player.ts'
import type { OpenGame } from './open-games.ts'
import type { ForecastContext } from './forecast-context.ts'

/**
 * Lists all inputs of a forecast except the game log, for comparison element by element. Schedules are read
 * every minute and rarely change, so most forecasts can be reused.
 */
export const forecastInputs = (
  context: ForecastContext,
  game: OpenGame,
  { group, clubId }: ForecastSubject,
): readonly unknown[] => [
  context.totals,
  context.orders,
  ...context.earlier,
  context.starters.get(game.opposingStarterId ?? -1),
  context.homes.get(clubId ?? -1),
  group,
  clubId,
  game.gamePk,
  game.date,
  game.home,
  game.opponentId,
  game.venueId,
  game.lineup.join(),
]
