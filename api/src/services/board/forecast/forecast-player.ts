import type { ForecastMissing, GameLogRecord, StatGroup } from '@propsight/shared/contracts'
import { findParkFactors, listStatNames } from '@propsight/shared/domain'
import {
  type BatterInput,
  ENGINE_VERSION,
  type EngineResult,
  forecastBatter,
  forecastPitcher,
  type GameSetting,
  type PitcherInput,
  type Refusal,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import type { PersonLog } from '../../../sources/stats/stats-client.ts'
import { earlierBatting, earlierPitching } from './earlier-seasons.ts'
import { batSideOf, batterGame, pitcherGame, throwHandOf } from './engine-games.ts'
import { forecastWire } from './forecast-wire.ts'
import { gameFor, type OpenGame } from './open-games.ts'
import type { ForecastContext } from './forecast-context.ts'

/** The fields of a game log record about the player's next game. */
export type PlayerForecast = Pick<
  Extract<GameLogRecord, { type: 'player' }>,
  'forecasts' | 'forecastMissing' | 'engine' | 'forecastGame'
>

/** The player of a forecast: the game log, its group and the player's club on the board. */
export interface ForecastSubject {
  readonly group: StatGroup
  readonly log: PersonLog
  readonly clubId: number | undefined
}

/** The contract's reasons for the refusals of the engine. */
export const REFUSALS: Readonly<Record<Refusal, ForecastMissing>> = {
  'no games': 'no games this season',
  'no starts': 'no starts this season',
  'unknown stat': 'none for his stats',
  'line is not a number': 'the engine failed',
  'line is negative': 'the engine failed',
}

/** Builds the result for a missing forecast. */
export const missing = (reason: ForecastMissing): PlayerForecast => ({ forecastMissing: reason })

type Ask<T> = (stats: readonly string[]) => EngineResult<readonly T[]>

/**
 * Asks the engine about all markets of a group. The engine refuses a whole list for one unknown market, so
 * the markets are then asked one by one.
 */
export function askAll<T>(ask: Ask<T>, group: StatGroup): EngineResult<readonly T[]> {
  const names = listStatNames(group)
  const all = ask(names)
  if (all.ok || all.reason !== 'unknown stat') return all
  const each = names.map((name) => ask([name]))
  const value = each.flatMap((result) => (result.ok ? result.value : []))
  return value.length > 0 ? { ok: true, value } : all
}

const parkOf = (venueId: number | null | undefined) => (venueId == null ? null : findParkFactors(venueId))

/** Engine input for one player in one game. */
export type EngineQuestion =
  | { readonly group: 'hitting'; readonly input: BatterInput }
  | { readonly group: 'pitching'; readonly input: PitcherInput }

/** Builds the engine input for a player's game from everything that is known before it. */
export function engineQuestion(
  context: ForecastContext,
  game: OpenGame,
  subject: ForecastSubject,
): EngineQuestion {
  const { totals, starters, orders, homes, earlier } = context
  const { group, log, clubId } = subject
  const setting: GameSetting = {
    date: game.date,
    league: totals.league,
    recentBatting: totals.recentBatting,
    park: parkOf(game.venueId),
    weather: null,
  }
  const { home } = game
  if (group === 'pitching') {
    const input = {
      setting,
      home,
      throws: throwHandOf(log.person.pitchHand?.code),
      games: log.pitching.map(pitcherGame),
      earlier: earlierPitching(earlier, log.person.id),
      opponent: totals.clubs.get(game.opponentId) ?? null,
    }
    return { group, input }
  }
  const starterId = game.opposingStarterId ?? -1
  const starter = starters.get(starterId)
  const place = game.lineup.indexOf(log.person.id)
  const input = {
    setting,
    home,
    bats: batSideOf(log.person.batSide?.code),
    games: log.hitting.map((played) => batterGame(played, log.person.id, orders)),
    earlier: earlierBatting(earlier, log.person.id),
    slot: place >= 0 && place < 9 ? place + 1 : null,
    club: totals.clubs.get(clubId ?? -1) ?? null,
    homePark: parkOf(homes.get(clubId ?? -1)),
    opposingStaff: totals.staffs.get(game.opponentId) ?? null,
    opposingStarter: starter ? { ...starter, earlier: earlierPitching(earlier, starterId) } : null,
  }
  return { group, input }
}

function asker(context: ForecastContext, game: OpenGame, subject: ForecastSubject): Ask<StatForecast> {
  const { group, input } = engineQuestion(context, game, subject)
  return (stats) => (group === 'hitting' ? forecastBatter(input, stats) : forecastPitcher(input, stats))
}

/** Finds the game that the forecasts of a game log are for. */
export const gameOfSubject = (
  { games }: ForecastContext,
  { group, log, clubId }: ForecastSubject,
): OpenGame | undefined => gameFor(games.get(clubId ?? -1) ?? [], group === 'pitching' ? log.person.id : null)

/**
 * Forecasts all markets of a player in one game.
 * @returns the forecasts, or the reason why there are none
 * @throws Error of the engine, or when none of its forecasts has valid numbers
 */
export function forecastLog(
  context: ForecastContext,
  game: OpenGame,
  subject: ForecastSubject,
): PlayerForecast {
  const result = askAll(asker(context, game, subject), subject.group)
  if (!result.ok) return missing(REFUSALS[result.reason])
  const forecasts = result.value.map(forecastWire).filter((wire) => wire !== null)
  if (forecasts.length === 0) throw new Error('the engine answered with what is no number')
  return {
    forecasts,
    engine: ENGINE_VERSION,
    forecastGame: { date: game.date, gamePk: game.gamePk },
  }
}
