import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import type { PersonLog } from '../../../sources/stats/stats-client.ts'
import { type ForecastContext, readForecastContext } from './forecast-context.ts'
import {
  type ForecastSubject,
  findForecastGame,
  forecastInputs,
  forecastPlayer,
  missing,
  type PlayerForecast,
} from './forecast-player.ts'
import type { OpenGame } from './open-games.ts'

/**
 * Maximum time that game logs wait for the forecast context. It is requested first, so only failing services
 * take long.
 */
const CONTEXT_TIMEOUT_MS = 6_000

interface CachedForecast {
  readonly inputs: readonly unknown[]
  readonly forecast: PlayerForecast
}
// The upstream cache returns the same log object until the log is read again.
const forecastCache = new WeakMap<PersonLog, CachedForecast>()

/**
 * Starts reading the forecast context of a board.
 * @param clubIds clubs of the board's players
 * @param timeoutMs maximum time that forecasts wait for the context, from now on
 * @returns a function from a game log to its forecasts, or the reason why there are none; never throws
 */
export function startForecasts(
  deps: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  clubIds: ReadonlySet<number>,
  timeoutMs = CONTEXT_TIMEOUT_MS,
): (subject: ForecastSubject) => Promise<PlayerForecast> {
  const reading = readForecastContext(deps, clubIds).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'game logs are sent without forecasts')
    return null
  })
  let failureLogged = false
  const attempt = (context: ForecastContext, game: OpenGame, subject: ForecastSubject): PlayerForecast => {
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
    const game = findForecastGame(context, subject)
    if (!game) return missing('no game today or tomorrow')
    const inputs = forecastInputs(context, game, subject)
    const cached = forecastCache.get(subject.log)
    if (cached?.inputs.every((input, at) => input === inputs[at])) return cached.forecast
    const forecast = attempt(context, game, subject)
    forecastCache.set(subject.log, { inputs, forecast })
    // A board has hundreds of players, so other requests run between two forecasts.
    await setImmediate()
    return forecast
  }
}
