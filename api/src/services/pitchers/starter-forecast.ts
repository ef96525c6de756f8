import type { ClubHitting } from '../../sources/stats/format/season-stats.ts'
import type { PersonLog } from '../../sources/stats/stats-client.ts'
import { type EarlierSeasons, NO_EARLIER_SEASONS } from '../board/forecast/earlier-seasons.ts'
import type { ForecastContext } from '../board/forecast/forecast-context.ts'
import { forecastPlayer, missing, type PlayerForecast } from '../board/forecast/forecast-player.ts'
import { leagueTotals } from '../board/forecast/league-totals.ts'
import type { Probable } from './probable-pitchers.ts'

interface CachedForecast {
  readonly inputs: readonly unknown[]
  readonly forecast: PlayerForecast
}
// Keyed by identity: a cached log or total is the same object until it is refreshed.
const forecastCache = new WeakMap<PersonLog, CachedForecast>()
const contextCache = new WeakMap<
  readonly ClubHitting[],
  { recentBatting: readonly ClubHitting[] | null; context: ForecastContext }
>()

/**
 * The game context of a starter's forecast: batting totals of the clubs only. Line-ups, opposing pitchers and
 * home parks are not used.
 */
function gameContext(
  batting: readonly ClubHitting[],
  recentBatting: readonly ClubHitting[] | null,
): ForecastContext {
  const known = contextCache.get(batting)
  if (known?.recentBatting === recentBatting) return known.context
  const context: ForecastContext = {
    totals: leagueTotals(batting, null, recentBatting),
    games: new Map(),
    starters: new Map(),
    orders: new Map(),
    earlier: NO_EARLIER_SEASONS,
    homes: new Map(),
  }
  contextCache.set(batting, { recentBatting, context })
  return context
}

/** Input of a forecast: a coming start and the data known before it. */
export interface ForecastStart {
  readonly pitcher: Probable
  /** League day of the game. */
  readonly date: string
  /** The cached object itself, because it is the cache key of the forecast. */
  readonly log: PersonLog
  /** Batting totals of the season; null if they could not be read. */
  readonly batting: readonly ClubHitting[] | null
  /** Batting totals of the last 30 days; null if they could not be read. */
  readonly recentBatting: readonly ClubHitting[] | null
  readonly earlier: EarlierSeasons
}

/**
 * The engine's forecast for a probable pitcher, from the games before the day; or the reason why there is
 * none. Unlike on a board, the game may be in progress: the page of a day shows the same games all day.
 * @param onFailure called with the error if the engine fails
 */
export function forecastStart(start: ForecastStart, onFailure: (error: unknown) => void): PlayerForecast {
  const { pitcher, date, log, batting, recentBatting, earlier } = start
  if (!batting) return missing('the league could not be read')
  const { shown, venueId } = pitcher
  const inputs = [batting, recentBatting, ...earlier, date, shown.gamePk, shown.home, shown.oppId, venueId]
  const last = forecastCache.get(log)
  if (last?.inputs.every((input, at) => input === inputs[at])) return last.forecast
  const game = {
    gamePk: shown.gamePk,
    date,
    startsAt: shown.gameTime,
    home: shown.home,
    opponentId: shown.oppId,
    venueId,
    starterId: shown.id,
    opposingStarterId: null,
    opposingStarter: null,
    lineup: [],
  }
  const before = { ...log, pitching: log.pitching.filter((played) => played.date < date) }
  try {
    const subject = { group: 'pitching', log: before, clubId: shown.teamId } as const
    const forecast = forecastPlayer({ ...gameContext(batting, recentBatting), earlier }, game, subject)
    forecastCache.set(log, { inputs, forecast })
    return forecast
  } catch (error) {
    onFailure(error)
    return missing('the engine failed')
  }
}
