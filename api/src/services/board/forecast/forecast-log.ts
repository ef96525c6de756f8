import type { ForecastMissing, GameLogRecord, StatGroup } from '@propsight/shared/contracts'
import { parkFactorsOf, statNamesOf } from '@propsight/shared/domain'
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
import type { ForecastContext } from './read-context.ts'

/** What a record says about the player's next game. */
export type PlayerForecast = Pick<
  Extract<GameLogRecord, { type: 'player' }>,
  'forecasts' | 'forecastMissing' | 'engine' | 'forecastGame'
>

/** Whose log it is, on this board. */
export interface ForecastSubject {
  readonly group: StatGroup
  readonly log: PersonLog
  readonly clubId: number | undefined
}

/** How the engine's refusals are told. */
export const REFUSALS: Readonly<Record<Refusal, ForecastMissing>> = {
  'no games': 'no games this season',
  'no starts': 'no starts this season',
  'unknown stat': 'none for his stats',
  'line is not a number': 'the engine failed',
  'line is negative': 'the engine failed',
}

/** No forecast, and why. */
export const missing = (reason: ForecastMissing): PlayerForecast => ({ forecastMissing: reason })

type Ask<T> = (stats: readonly string[]) => EngineResult<readonly T[]>

/** Everything that the engine answers of a group: it refuses a list whole, so one stat that it does not know is left out. */
export function askAll<T>(ask: Ask<T>, group: StatGroup): EngineResult<readonly T[]> {
  const names = statNamesOf(group)
  const all = ask(names)
  if (all.ok || all.reason !== 'unknown stat') return all
  const each = names.map((name) => ask([name]))
  const value = each.flatMap((result) => (result.ok ? result.value : []))
  return value.length > 0 ? { ok: true, value } : all
}

const parkOf = (venueId: number | null | undefined) => (venueId == null ? null : parkFactorsOf(venueId))

/** What the engine is asked about a player's game. */
export type EngineQuestion =
  | { readonly group: 'hitting'; readonly input: BatterInput }
  | { readonly group: 'pitching'; readonly input: PitcherInput }

/** A player's game as the engine takes it, with all that is known before it. */
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
    lately: totals.lately,
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

/** The game that a log is forecast for. */
export const gameOfSubject = (
  { games }: ForecastContext,
  { group, log, clubId }: ForecastSubject,
): OpenGame | undefined => gameFor(games.get(clubId ?? -1) ?? [], group === 'pitching' ? log.person.id : null)

/**
 * What the engine expects of a player in one game, for every stat that it answers; or why there is nothing.
 * @throws what the engine throws, and where none of its numbers is one
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
