import { setTimeout as sleep } from 'node:timers/promises'
import { deriveOnce } from '../../../platform/cache/cache.ts'
import { runSlice } from '../../../platform/concurrency/event-loop.ts'
import type { PersonLog } from '../../../sources/stats/stats-client.ts'
import { type ForecastContext, type ForecastPorts, readForecastContext } from './forecast-context.ts'
import {
  type ForecastSubject,
  forecastInputs,
  forecastPlayer,
  listForecastGames,
  missing,
  type PlayerForecast,
  type PlayerForecasts,
} from './forecast-player.ts'
import type { OpenGame } from './open-games.ts'

/**
 * Maximum time that game logs wait for the forecast context. It is requested first, so only failing services
 * take long.
 */
const CONTEXT_TIMEOUT_MS = 6_000

type Attempt = (context: ForecastContext, game: OpenGame, subject: ForecastSubject) => PlayerForecast

const forecastOnce = deriveOnce(
  async (
    _log: PersonLog,
    context: ForecastContext,
    games: readonly OpenGame[],
    subject: ForecastSubject,
    attempt: Attempt,
  ): Promise<PlayerForecasts> => {
    const forecasts: PlayerForecast[] = []
    for (const game of games) forecasts.push(await runSlice(() => attempt(context, game, subject)))
    const [next = missing('no game today or tomorrow'), ...others] = forecasts
    const otherGames = others.filter((forecast) => forecast.forecasts)
    return otherGames.length > 0 ? { ...next, otherGames } : next
  },
  (_log, context, games, subject) => games.flatMap((game) => forecastInputs(context, game, subject)),
)

/**
 * Starts reading the forecast context of a board.
 * @param clubIds clubs of the board's players
 * @param timeoutMs maximum time that forecasts wait for the context, from now on
 * @returns a function from a game log to its forecasts, or the reason why there are none; never throws
 */
export function startForecasts(
  deps: ForecastPorts,
  clubIds: ReadonlySet<number>,
  timeoutMs = CONTEXT_TIMEOUT_MS,
): (subject: ForecastSubject) => Promise<PlayerForecasts> {
  const reading = readForecastContext(deps, clubIds).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'game logs are sent without forecasts')
    return null
  })
  let failureLogged = false
  const attempt: Attempt = (context, game, subject) => {
    try {
      return forecastPlayer(context, game, subject)
    } catch (error) {
      // Logged once per board, since a failure for one player usually repeats for all.
      if (!failureLogged) deps.log.error({ err: error, personId: subject.log.person.id }, 'the engine failed')
      failureLogged = true
      return missing('the engine failed')
    }
  }
  // The timeout starts now. A context that arrives after it still serves the later game logs of this board.
  const timeout = sleep(timeoutMs, null, { ref: false })

  return async (subject) => {
    const context = await Promise.race([reading, timeout])
    if (!context) return missing('the league could not be read')
    return forecastOnce(subject.log, context, listForecastGames(context, subject), subject, attempt)
  }
}
