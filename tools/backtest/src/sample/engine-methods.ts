import {
  type BatterGame,
  type BatterInput,
  type EngineResult,
  lineOdds,
  type PitcherGame,
  type PitcherInput,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import type { ScheduledGame } from '../read/season.ts'
import type { Engine } from '../score/cases.ts'
import type { EarlierSeasons } from '../walk/earlier-seasons.ts'
import type { SeasonState } from '../walk/walk.ts'
import type { KnownLine } from './true-lines.ts'

/** The variants of the engine's input, as in `EngineChances`. */
export const ENGINE_METHODS = [
  'known',
  'unknown',
  'live',
  'knownEarlier',
  'unknownEarlier',
  'liveEarlier',
] as const
export type EngineMethod = (typeof ENGINE_METHODS)[number]

/** Makes a record with one value per variant. */
export const perEngineMethod = <T>(figure: (method: EngineMethod) => T): Record<EngineMethod, T> => ({
  known: figure('known'),
  unknown: figure('unknown'),
  live: figure('live'),
  knownEarlier: figure('knownEarlier'),
  unknownEarlier: figure('unknownEarlier'),
  liveEarlier: figure('liveEarlier'),
})

/** The engine's P(over) of a line by variant of the input; null if the engine refuses. */
export interface EngineChances {
  /** With the batting order of the game. */
  readonly known: number | null
  /** Without the batting order. */
  readonly unknown: number | null
  /**
   * Without the batting order, and with earlier games as in the stats service's logs: no park, no starter's
   * hand.
   */
  readonly live: number | null
  /** The same three variants with earlier seasons. */
  readonly knownEarlier: number | null
  readonly unknownEarlier: number | null
  readonly liveEarlier: number | null
  /** Whether the true probability is within the 80% interval of P(over). */
  readonly within: Readonly<Record<EngineMethod, boolean>>
}

/** Data of the morning of a judged day. */
export interface Morning {
  readonly state: SeasonState
  readonly game: ScheduledGame
  readonly earlier: EarlierSeasons
}

/** The API reads the batting orders of the last three weeks; older games have no place in the order. */
const ORDER_DAYS = 21
const DAY_MS = 86_400_000

const liveBatterGame = (game: BatterGame, tonight: string): BatterGame => {
  const hasPlace = Date.parse(tonight) - Date.parse(game.date) <= ORDER_DAYS * DAY_MS
  const place = hasPlace ? {} : { slot: null, started: null }
  return { ...game, ...place, park: null, starterHand: null }
}

const livePitcherGame = (game: PitcherGame): PitcherGame => ({ ...game, park: null, hitByPitch: null })

const asLiveInput = (input: BatterInput): BatterInput => {
  const { opposingStarter: starter, setting } = input
  return {
    ...input,
    games: input.games.map((game) => liveBatterGame(game, setting.date)),
    opposingStarter: starter && { ...starter, games: starter.games.map(livePitcherGame) },
  }
}

interface LineForecast {
  readonly over: number | null
  readonly within: boolean
}

const readForecasts = (
  result: EngineResult<readonly StatForecast[]>,
  lines: readonly KnownLine[],
): LineForecast[] =>
  lines.map(({ line, over: truth }, at) => {
    const forecast = result.ok ? result.value[at] : undefined
    if (!forecast) return { over: null, within: false }
    const over = lineOdds(forecast.distribution, line).over
    const low = lineOdds(forecast.low, line).over
    const high = lineOdds(forecast.high, line).over
    return { over: Number.isFinite(over) ? over : null, within: low <= truth && truth <= high }
  })

interface Inputs<Input> {
  readonly known: Input
  readonly unknown: Input
  readonly live: Input
}

function makePitcherInputs(morning: Morning, { home, playerId }: KnownLine): Inputs<PitcherInput> {
  const { state, game } = morning
  const known = state.pitcher(game, home, playerId)
  // A pitcher has no place in the order, so both variants have the same input.
  return { known, unknown: known, live: { ...known, games: known.games.map(livePitcherGame) } }
}

function makeBatterInputs(morning: Morning, { home, playerId, slot }: KnownLine): Inputs<BatterInput> {
  const { state, game } = morning
  const known = state.batter(game, home, playerId, slot)
  const unknown = { ...known, slot: null }
  return { known, unknown, live: asLiveInput(unknown) }
}

const pitcherWithEarlier = (
  input: PitcherInput,
  morning: Morning,
  { playerId }: KnownLine,
): PitcherInput => ({
  ...input,
  earlier: morning.earlier.pitching.get(playerId) ?? null,
})

function batterWithEarlier(input: BatterInput, morning: Morning, { home, playerId }: KnownLine): BatterInput {
  const { earlier, game } = morning
  const starterId = (home ? game.awayStarter : game.homeStarter)?.id ?? ''
  const starter = input.opposingStarter
  return {
    ...input,
    earlier: earlier.batting.get(playerId) ?? null,
    opposingStarter: starter && { ...starter, earlier: earlier.pitching.get(starterId) ?? null },
  }
}

/**
 * The engine's probabilities for all lines of one player in one game.
 * @param lines lines of one player and game; without lines the result is empty
 */
export function engineChances(
  engine: Engine,
  morning: Morning,
  lines: readonly KnownLine[],
): EngineChances[] {
  const [first] = lines
  if (!first) return []
  const stats = lines.map(({ stat }) => stat)
  const ask = <Input>(
    { known, unknown, live }: Inputs<Input>,
    forecast: (input: Input, stats: readonly string[]) => EngineResult<readonly StatForecast[]>,
    withEarlier: (input: Input, morning: Morning, line: KnownLine) => Input,
  ) => {
    const alone = (input: Input) => readForecasts(forecast(input, stats), lines)
    const longer = (input: Input) => alone(withEarlier(input, morning, first))
    return {
      known: alone(known),
      unknown: alone(unknown),
      live: alone(live),
      knownEarlier: longer(known),
      unknownEarlier: longer(unknown),
      liveEarlier: longer(live),
    }
  }
  const all =
    first.slot === null
      ? ask(makePitcherInputs(morning, first), engine.forecastPitcher, pitcherWithEarlier)
      : ask(makeBatterInputs(morning, first), engine.forecastBatter, batterWithEarlier)
  return lines.map((_, at) => {
    const over = (method: EngineMethod) => all[method][at]?.over ?? null
    const within = (method: EngineMethod) => all[method][at]?.within ?? false
    return { ...perEngineMethod(over), within: perEngineMethod(within) }
  })
}
