import type { ClubHitting } from '../../sources/stats/format/team-stats.ts'
import type { PersonLog } from '../../sources/stats/stats-client.ts'
import { type EarlierSeasons, NO_EARLIER_SEASONS } from '../board/forecast/earlier-seasons.ts'
import { forecastLog, missing, type PlayerForecast } from '../board/forecast/forecast-log.ts'
import { leagueTotals } from '../board/forecast/league-totals.ts'
import type { ForecastContext } from '../board/forecast/read-context.ts'
import type { Probable } from './probable-pitchers.ts'

interface Remembered {
  readonly inputs: readonly unknown[]
  readonly forecast: PlayerForecast
}
// A log and the clubs' totals are the same objects for as long as the caches hold them.
const remembered = new WeakMap<PersonLog, Remembered>()
const contexts = new WeakMap<
  readonly ClubHitting[],
  { lately: readonly ClubHitting[] | null; context: ForecastContext }
>()

/** A starter's forecast rests on the clubs' batting and his own past: nobody's order, staff or own park is in it. */
function contextOf(batting: readonly ClubHitting[], lately: readonly ClubHitting[] | null): ForecastContext {
  const known = contexts.get(batting)
  if (known?.lately === lately) return known.context
  const context: ForecastContext = {
    totals: leagueTotals(batting, null, lately),
    games: new Map(),
    starters: new Map(),
    orders: new Map(),
    earlier: NO_EARLIER_SEASONS,
    homes: new Map(),
  }
  contexts.set(batting, { lately, context })
  return context
}

/** The start that is forecast, and what is known before it. */
export interface ForecastStart {
  readonly pitcher: Probable
  /** League day of the game. */
  readonly date: string
  /** As it was read: what is remembered is remembered by it. */
  readonly log: PersonLog
  /** The season's clubs; null where they could not be read. */
  readonly batting: readonly ClubHitting[] | null
  /** Their last weeks; null where they could not be read. */
  readonly lately: readonly ClubHitting[] | null
  readonly earlier: EarlierSeasons
}

/**
 * What the engine expects of a probable pitcher in his game, from his games before its day; or why there is nothing.
 * Unlike a board's, the game may have begun: the page of a day is about the same games from morning to night.
 * @param onFailure told where the engine failed
 */
export function forecastStart(start: ForecastStart, onFailure: (error: unknown) => void): PlayerForecast {
  const { pitcher, date, log, batting, lately, earlier } = start
  if (!batting) return missing('the league could not be read')
  const { shown, venueId } = pitcher
  const inputs = [batting, lately, ...earlier, date, shown.gamePk, shown.home, shown.oppId, venueId]
  const last = remembered.get(log)
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
    const forecast = forecastLog({ ...contextOf(batting, lately), earlier }, game, subject)
    remembered.set(log, { inputs, forecast })
    return forecast
  } catch (error) {
    onFailure(error)
    return missing('the engine failed')
  }
}
