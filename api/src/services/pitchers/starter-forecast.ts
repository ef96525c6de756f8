import { deriveOnce } from '../../platform/cache/cache.ts'
import type { ClubHitting } from '../../sources/stats/format/season-stats.ts'
import type { PersonLog } from '../../sources/stats/stats-client.ts'
import { NO_ORDERS, toLeagueTotals } from '../board/forecast/engine-records.ts'
import { type ForecastContext, NO_EARLIER_SEASONS } from '../board/forecast/forecast-context.ts'
import { forecastPlayer, missing, type PlayerForecast } from '../board/forecast/forecast-player.ts'
import type { Probable } from './probable-pitchers.ts'

/**
 * The game context of a starter's forecast: batting totals of the clubs. Opposing pitchers and home parks are
 * not used; batting orders and the totals of players are added per forecast.
 */
const gameContext = deriveOnce(
  (batting: readonly ClubHitting[], recentBatting: readonly ClubHitting[] | null): ForecastContext => ({
    totals: toLeagueTotals(batting, null, recentBatting),
    games: new Map(),
    starters: new Map(),
    orders: NO_ORDERS,
    earlier: NO_EARLIER_SEASONS,
    players: null,
    homes: new Map(),
  }),
)

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
  readonly earlier: ForecastContext['earlier']
  /** Totals of all players this season; null until they are loaded. */
  readonly players: ForecastContext['players']
  /** Batting orders of recent games; empty if they could not be read. */
  readonly orders: ForecastContext['orders']
}

const forecastOnce = deriveOnce(
  (log: PersonLog, batting: readonly ClubHitting[], start: ForecastStart): PlayerForecast => {
    const { pitcher, date, recentBatting, earlier, players, orders } = start
    const { shown, venueId, isNeutral, opposingLineup, opposingStarterId } = pitcher
    const game = {
      gamePk: shown.gamePk,
      date,
      startsAt: shown.gameTime,
      home: shown.home,
      opponentId: shown.oppId,
      venueId,
      ...(isNeutral && { isNeutral }),
      isStartUnset: shown.startTimeTbd ?? false,
      starterId: shown.id,
      otherStarterIds: [],
      opposingStarterId,
      opposingStarter: null,
      lineup: [],
      opposingLineup,
    }
    const before = { ...log, pitching: log.pitching.filter((played) => played.date < date) }
    const subject = { group: 'pitching', log: before, clubId: shown.teamId } as const
    const context = { ...gameContext(batting, recentBatting), earlier, players, orders }
    return forecastPlayer(context, game, subject)
  },
  (_log, batting, { pitcher, date, recentBatting, earlier, players, orders }) => [
    batting,
    recentBatting,
    ...earlier,
    players,
    orders,
    pitcher.opposingLineup.join(),
    date,
    pitcher.shown.gamePk,
    pitcher.shown.home,
    pitcher.shown.oppId,
    pitcher.venueId,
    pitcher.isNeutral,
  ],
)

/**
 * The engine's forecast for a probable pitcher, from the games before the day; or the reason why there is
 * none. Unlike on a board, the game may be in progress: the page of a day shows the same games all day.
 * @param onFailure called with the error if the engine fails
 */
export function forecastStart(start: ForecastStart, onFailure: (error: unknown) => void): PlayerForecast {
  if (!start.batting) return missing('the league could not be read')
  try {
    return forecastOnce(start.log, start.batting, start)
  } catch (error) {
    onFailure(error)
    return missing('the engine failed')
  }
}
