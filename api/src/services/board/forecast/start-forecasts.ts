import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import type { PersonLog } from '../../../sources/stats/stats-client.ts'
import { forecastInputs } from './forecast-inputs.ts'
import {
  type ForecastSubject,
  forecastLog,
  gameOfSubject,
  missing,
  type PlayerForecast,
} from './forecast-log.ts'
import type { OpenGame } from './open-games.ts'
import { type ForecastContext, readForecastContext } from './read-context.ts'

/** How long logs wait for what forecasts rest on; it is asked for before them, so only failing services take so long. */
const PATIENCE_MS = 6_000

interface Remembered {
  readonly inputs: readonly unknown[]
  readonly forecast: PlayerForecast
}
// A log is the same object for as long as the cache holds it.
const remembered = new WeakMap<PersonLog, Remembered>()

/**
 * Begins to read what a board's forecasts rest on.
 * @param clubIds of the board's players
 * @param patienceMs how long logs wait for it at most, from now on
 * @returns asked with a log, gives its forecasts or the reason why there are none; never throws
 */
export function startForecasts(
  deps: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  clubIds: ReadonlySet<number>,
  patienceMs = PATIENCE_MS,
): (subject: ForecastSubject) => Promise<PlayerForecast> {
  const reading = readForecastContext(deps, clubIds).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'logs are answered without forecasts')
    return null
  })
  let told = false
  const attempt = (context: ForecastContext, game: OpenGame, subject: ForecastSubject): PlayerForecast => {
    try {
      return forecastLog(context, game, subject)
    } catch (error) {
      // What fails for one mostly fails for all of a board.
      if (!told) deps.log.error({ err: error, personId: subject.log.person.id }, 'the engine failed')
      told = true
      return missing('the engine failed')
    }
  }
  // What has been read by then counts for whoever comes later.
  const patience = sleep(patienceMs, null, { ref: false })

  return async (subject) => {
    const context = await Promise.race([reading, patience])
    if (!context) return missing('the league could not be read')
    const game = gameOfSubject(context, subject)
    if (!game) return missing('no game today or tomorrow')
    const inputs = forecastInputs(context, game, subject)
    const last = remembered.get(subject.log)
    if (last?.inputs.every((input, at) => input === inputs[at])) return last.forecast
    const forecast = attempt(context, game, subject)
    remembered.set(subject.log, { inputs, forecast })
    // A board is some hundred players: others get their turn between them.
    await setImmediate()
    return forecast
  }
}
