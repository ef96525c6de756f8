import type { ForecastSubject } from './forecast-log.ts'
import type { OpenGame } from './open-games.ts'
import type { ForecastContext } from './read-context.ts'

/**
 * All that a forecast depends on beside its log, to be compared piece by piece: schedules are read every minute and
 * mostly say the same.
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
