import type { BaseballGroup, ForecastMissing, GameLogRecord } from '@propsight/shared/contracts'
import { listStatNames } from '@propsight/shared/domain'
import {
  type BatterInput,
  composeBatterInput,
  composePitcherInput,
  ENGINE_VERSION,
  type EngineResult,
  forecastBatter,
  forecastPitcher,
  isOpener,
  type PitcherInput,
  type Refusal,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import { roundForecast } from '@propsight/shared/domain/prop'
import type { PersonLog } from '../../../sources/stats/stats-client.ts'
import { batterGames, pitcherGames, toBatSide, toThrowHand } from './engine-records.ts'
import type { ForecastContext } from './forecast-context.ts'
import { gamesOfPlayer, isCertainGame, type OpenGame } from './open-games.ts'

/**
 * Lists all inputs of a forecast except the game log, for comparison element by element. Schedules are read
 * every minute and rarely change, so most forecasts can be reused.
 */
export const forecastInputs = (
  context: ForecastContext,
  game: OpenGame,
  { group, log, clubId }: ForecastSubject,
): readonly unknown[] => [
  context.totals,
  context.orders,
  ...context.earlier,
  context.starters.get(game.opposingStarterId ?? -1),
  context.homes.get(clubId ?? -1),
  group,
  clubId,
  game.gamePk,
  game.startsAt,
  isCertainGame(game, pitcherOf({ group, log })),
  game.date,
  game.home,
  game.opponentId,
  game.venueId,
  game.isNeutral,
  game.lineup.join(),
  // The forecast of a batter does not use them, so that it is kept when they change.
  ...(group === 'pitching' ? [context.players, game.opposingLineup.join()] : []),
]

/** The fields of a game log record about one game of the player. */
export type PlayerForecast = Pick<
  Extract<GameLogRecord, { type: 'player' }>,
  'forecasts' | 'forecastMissing' | 'forecastNote' | 'engine' | 'forecastGame'
>

/** The fields of a game log record about all open games of the player. */
export type PlayerForecasts = PlayerForecast & { readonly otherGames?: readonly PlayerForecast[] }

/** The player of a forecast: the game log, its group and the player's club on the board. */
export interface ForecastSubject {
  readonly group: BaseballGroup
  readonly log: PersonLog
  readonly clubId: number | undefined
}

/** The person whose announcement as a starter decides between two games; null for batters. */
export const pitcherOf = ({ group, log }: Pick<ForecastSubject, 'group' | 'log'>): number | null =>
  group === 'pitching' ? log.person.id : null

/** The contract's reasons for the refusals of the engine. */
export const MISSING_REASONS: Readonly<Record<Refusal, ForecastMissing>> = {
  'no games': 'no games this season',
  'no starts': 'no starts this season',
  'unknown stat': 'none for these stats',
  'no counts': 'the source lacks counts of this stat',
  'line is not a number': 'the engine failed',
  'line is negative': 'the engine failed',
}

/** Builds the result for a missing forecast. */
export const missing = (reason: ForecastMissing): PlayerForecast => ({ forecastMissing: reason })

type ComputeMarkets<T> = (stats: readonly string[]) => EngineResult<readonly T[]>

/**
 * Computes all markets of a group with the engine. The engine refuses a whole list for one market that is
 * unknown or lacks counts, so the markets are then computed one by one.
 */
export function computeAllMarkets<T>(
  compute: ComputeMarkets<T>,
  group: BaseballGroup,
): EngineResult<readonly T[]> {
  const names = listStatNames(group)
  const combined = compute(names)
  if (combined.ok || !(combined.reason === 'unknown stat' || combined.reason === 'no counts')) return combined
  const results = names.map((name) => compute([name]))
  const value = results.flatMap((result) => (result.ok ? result.value : []))
  return value.length > 0 ? { ok: true, value } : combined
}

/** Engine input for one player in one game. */
export type EngineInput =
  | { readonly group: 'hitting'; readonly input: BatterInput }
  | { readonly group: 'pitching'; readonly input: PitcherInput }

/** Composes the engine input for a player's game of everything that is available before it. */
export function buildEngineInput(
  context: ForecastContext,
  game: OpenGame,
  { group, log, clubId }: ForecastSubject,
): EngineInput {
  const { id, batSide, pitchHand } = log.person
  if (group === 'pitching') {
    const pitcher = { id, clubId, throws: toThrowHand(pitchHand?.code), games: pitcherGames(log) }
    return { group, input: composePitcherInput(context, game, pitcher) }
  }
  const batter = { id, clubId, bats: toBatSide(batSide?.code), games: batterGames(log) }
  return { group, input: composeBatterInput(context, game, batter) }
}

function forecasterFor({ group, input }: EngineInput): ComputeMarkets<StatForecast> {
  return (stats) => (group === 'hitting' ? forecastBatter(input, stats) : forecastPitcher(input, stats))
}

/** Lists the games that the forecasts of a game log are for, the next one first. */
export const listForecastGames = (
  { games }: ForecastContext,
  { group, log, clubId }: ForecastSubject,
): readonly OpenGame[] => gamesOfPlayer(games.get(clubId ?? -1) ?? [], pitcherOf({ group, log }))

/**
 * Forecasts all markets of a player in one game.
 * @returns the forecasts, or the reason why there are none
 * @throws Error of the engine, or when none of its forecasts has valid numbers
 */
export function forecastPlayer(
  context: ForecastContext,
  game: OpenGame,
  subject: ForecastSubject,
): PlayerForecast {
  const engineInput = buildEngineInput(context, game, subject)
  const result = computeAllMarkets(forecasterFor(engineInput), subject.group)
  if (!result.ok) return missing(MISSING_REASONS[result.reason])
  const forecasts = result.value.map(roundForecast).filter((wire) => wire !== null)
  if (forecasts.length === 0) throw new Error('the engine returned no forecast with valid numbers')
  return {
    forecasts,
    ...(engineInput.group === 'pitching' &&
      isOpener(engineInput.input) && { forecastNote: 'opener' as const }),
    engine: ENGINE_VERSION,
    forecastGame: {
      date: game.date,
      gamePk: game.gamePk,
      startsAt: game.startsAt,
      ...(isCertainGame(game, pitcherOf(subject)) ? {} : { certain: false }),
    },
  }
}
