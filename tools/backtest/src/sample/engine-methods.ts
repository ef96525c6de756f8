import { type EngineResult, lineOdds, type StatForecast } from '@propsight/shared/domain/engine'
import type { ScheduledGame } from '../read/season.ts'
import type { Engine } from '../score/cases.ts'
import type { SeasonState } from '../walk/season-state.ts'
import type { KnownLine } from './true-lines.ts'

/** The variants of the engine's input, as in `EngineChances`. */
export const ENGINE_METHODS = ['known', 'unknown', 'knownEarlier', 'unknownEarlier'] as const
export type EngineMethod = (typeof ENGINE_METHODS)[number]

/** Makes a record with one value per variant. */
export const perEngineMethod = <T>(figure: (method: EngineMethod) => T): Record<EngineMethod, T> => ({
  known: figure('known'),
  unknown: figure('unknown'),
  knownEarlier: figure('knownEarlier'),
  unknownEarlier: figure('unknownEarlier'),
})

/** The engine's P(over) of a line by variant of the input; null if the engine refuses. */
export interface EngineChances {
  /** With the batting order of the game. A pitcher has no place in it, so both variants are the same. */
  readonly known: number | null
  /** Without the batting order. */
  readonly unknown: number | null
  /** The same two variants with earlier seasons. */
  readonly knownEarlier: number | null
  readonly unknownEarlier: number | null
  /** Whether the true probability is within the 80% interval of P(over). */
  readonly within: Readonly<Record<EngineMethod, boolean>>
}

/** Data of the morning of a judged day. */
export interface Morning {
  readonly state: SeasonState
  /** The same with the seasons before. */
  readonly withEarlier: SeasonState
  readonly game: ScheduledGame
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

/**
 * The engine's probabilities for all lines of one player in one game.
 * @param lines lines of one player and game; without lines the result is empty
 */
export function engineChances(
  engine: Engine,
  { state, withEarlier, game }: Morning,
  lines: readonly KnownLine[],
): EngineChances[] {
  const [first] = lines
  if (!first) return []
  const { home, playerId, slot } = first
  const stats = lines.map(({ stat }) => stat)
  const ask = (from: SeasonState, place: number | null) =>
    readForecasts(
      slot === null
        ? engine.forecastPitcher(from.pitcher(game, home, playerId), stats)
        : engine.forecastBatter(from.batter(game, home, playerId, place), stats),
      lines,
    )
  const all = {
    known: ask(state, slot),
    unknown: ask(state, null),
    knownEarlier: ask(withEarlier, slot),
    unknownEarlier: ask(withEarlier, null),
  }
  return lines.map((_, at) => {
    const over = (method: EngineMethod) => all[method][at]?.over ?? null
    const within = (method: EngineMethod) => all[method][at]?.within ?? false
    return { ...perEngineMethod(over), within: perEngineMethod(within) }
  })
}
