import type { Pick as SavedPick } from '@propsight/shared/contracts'
import { findStatType, sportOfStat } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { ForecastsRepository, PickForecastRecord } from '../../repositories/forecast-records.ts'
import { type FoundGame, leagueDay } from '../games/find-game.ts'
import type { PropPorts } from '../props/show-forecasts.ts'
import { priceRecords } from './leg-prices.ts'
import { findLegs, type LegPorts, toForecastRecord } from './parlay/legs.ts'
import { readPicksGames, type SentPick, timeOf } from './parlay/pick-games.ts'

export type RecordPorts = LegPorts &
  PropPorts & {
    readonly log: Logger
    readonly repositories: { readonly forecasts: Pick<ForecastsRepository, 'insert' | 'withoutForecast'> }
  }

/** A pick with the books of its user, whose prices counted when it was saved. */
type PickOfBooks = SentPick & Pick<SavedPick, 'books'>

/** Reduces a saved pick to the fields that the server trusts. Waiting picks are kept in this form. */
export const toSentPick = ({ id, playerName, sport, bettingAnalysis, ...pick }: SavedPick): PickOfBooks => ({
  id,
  name: playerName,
  sport,
  bettingLine: bettingAnalysis.bettingLine,
  recommendation: bettingAnalysis.recommendation,
  statType: pick.statType,
  team: pick.team,
  oddsType: pick.oddsType,
  personId: pick.personId,
  gameTime: pick.gameTime,
  books: pick.books,
})

/** Whether the id fits the database column. One id out of range would fail the insert of all rows. */
const isPersonId = (id: number): boolean => id > 0 && id < 2 ** 31

const NO_FORECAST = { promised: null, promised_low: null, promised_high: null, engine: null }

/**
 * Builds a forecast record without a forecast, for a pick that has none or whose game had begun. It is graded
 * like other records, but omitted from the track record of the engine.
 */
function withoutForecast(pick: SentPick, game: { gamePk: number | null; day: string }): PickForecastRecord[] {
  const stat = findStatType(pick.statType)
  if (!stat || pick.personId === null || !isPersonId(pick.personId)) return []
  return [
    {
      ...NO_FORECAST,
      pick_id: pick.id,
      player_name: pick.name,
      team: pick.team,
      person_id: pick.personId,
      game_pk: game.gamePk,
      league_day: game.day,
      stat_type: stat.name,
      line: pick.bettingLine,
      side: pick.recommendation,
      odds_type: pick.oddsType,
      game_time: timeOf(pick),
    },
  ]
}

/**
 * The game and the league day of the record of a pick. If its game is not certain, the record has none: grading decides
 * when the schedule does. Null if the schedule has no game of the pick.
 */
function recordedGame(pick: SentPick, found: FoundGame, today: string) {
  if (found.kind === 'none') return null
  const at = timeOf(pick)
  if (found.kind === 'uncertain') return { gamePk: null, day: at === null ? today : leagueDay(at) }
  const { gamePk, officialDate } = found.game
  return officialDate === undefined ? null : { gamePk, day: officialDate }
}

export interface RecordedForecasts {
  /** Number of new rows. */
  readonly added: number
  /** Picks without a forecast for a temporary reason. */
  readonly waiting: readonly PickOfBooks[]
}

/**
 * Records the current forecasts of the server's engine for the user's picks without a forecast record (P7).
 * Trusts only the line and the side of a pick, none of its figures.
 * @param picks of the user's synced list
 * @throws UpstreamError when no game log, or the schedule, could be read
 */
export async function recordForecasts(
  parts: RecordPorts,
  userId: string,
  picks: readonly PickOfBooks[],
): Promise<RecordedForecasts> {
  const open = new Set(await parts.repositories.forecasts.withoutForecast(userId))
  const sportOf = (statType: string) => sportOfStat(findStatType(statType) ?? { group: '' })
  const sent = picks.filter(({ id, sport, statType }) => open.has(id) && sport === sportOf(statType))
  if (sent.length === 0) return { added: 0, waiting: [] }
  const [{ legs, leftOut }, gameOf] = await Promise.all([findLegs(parts, sent), readPicksGames(parts, sent)])
  const forecastRecords: PickForecastRecord[] = legs.map((leg) => ({
    ...toForecastRecord(leg),
    pick_id: leg.pick.id,
  }))
  const byId = new Map(sent.map((pick) => [pick.id, pick]))
  const waiting: PickOfBooks[] = []
  for (const { pickId, reason } of leftOut) {
    const pick = byId.get(pickId)
    if (!pick) continue
    if (reason.isTemporary) waiting.push(pick)
    else {
      const game = recordedGame(pick, gameOf(pick), parts.clock.today())
      if (game) forecastRecords.push(...withoutForecast(pick, game))
    }
  }
  if (forecastRecords.length === 0) return { added: 0, waiting }
  const records = await priceRecords(parts, forecastRecords, (id) => byId.get(id)?.books ?? null)
  return { added: await parts.repositories.forecasts.insert(userId, records), waiting }
}

/** Time between two attempts. Longer than the circuit breaker of an upstream stays open. */
const RETRY_MS = 60_000
/** Half an hour of attempts. After a longer outage the next sync records the forecasts. */
const ATTEMPTS = 30
/** Limits the memory of waiting picks, about 0.5 kB each. */
const MAX_USERS = 100

/** Schedules work and returns a function that cancels it. Does not keep the process alive. */
type Schedule = (ms: number, work: () => Promise<void>) => () => void

const scheduleTimeout: Schedule = (ms, work) => {
  const timer = setTimeout(() => void work(), ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Records the engine's forecasts of new picks, now or as soon as the league is available. Never throws. */
export type ForecastRecorder = (
  parts: RecordPorts,
  userId: string,
  picks: readonly SavedPick[],
) => Promise<void>

/**
 * Creates the recorder with retries. A client syncs its picks only when they change, so forecasts that the
 * league's outage prevents are retried every minute. Retries are in memory; after a restart the next sync
 * records the forecasts.
 * @param schedule timer, replaced in tests
 */
export function createForecastRecorder(schedule: Schedule = scheduleTimeout): ForecastRecorder {
  const cancelRetry = new Map<string, () => void>()

  async function attempt(
    parts: RecordPorts,
    userId: string,
    picks: readonly PickOfBooks[],
    attemptsLeft: number,
  ) {
    cancelRetry.get(userId)?.()
    cancelRetry.delete(userId)
    let result: RecordedForecasts
    try {
      result = await recordForecasts(parts, userId, picks)
    } catch (error) {
      parts.log.warn(
        { err: error, attemptsLeft },
        'the forecasts of picks could not be recorded; they are retried',
      )
      result = { added: 0, waiting: picks }
    }
    // Stop without waiting picks or attempts, above the limit of users, or when a newer sync with these picks
    // waits.
    if (
      result.waiting.length === 0 ||
      attemptsLeft === 0 ||
      cancelRetry.has(userId) ||
      cancelRetry.size >= MAX_USERS
    )
      return
    const { waiting } = result
    cancelRetry.set(
      userId,
      schedule(RETRY_MS, () => attempt(parts, userId, waiting, attemptsLeft - 1)),
    )
  }

  return (parts, userId, picks) => attempt(parts, userId, picks.map(toSentPick), ATTEMPTS)
}
