import { parkFactorsOf } from '@propsight/shared/domain'
import {
  type BatterInput,
  type EngineResult,
  lineOdds,
  type PitcherInput,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import type { ScheduledGame } from '../read/season.ts'
import type { Engine } from '../score/cases.ts'
import type { SeasonState } from '../walk/season-state.ts'
import type { TrueLine } from './truth.ts'

/** P(over) of a line as the engine has it; null where it refuses. */
export interface EngineChances {
  /** Told tonight's batting order. */
  readonly known: number | null
  readonly unknown: number | null
  /** Order unknown, and earlier games told as the stats service's logs do: without slots, parks and starters' hands. */
  readonly plain: number | null
}

/** The league's parks have their published factors, which are what the product knows of them, too. */
const inItsPark = <I extends BatterInput | PitcherInput>(input: I, game: ScheduledGame): I => ({
  ...input,
  setting: { ...input.setting, park: parkFactorsOf(Number(game.park)) },
})

const asServiceTells = (input: BatterInput): BatterInput => {
  const { opposingStarter: starter } = input
  return {
    ...input,
    games: input.games.map((game) => ({ ...game, park: null, slot: null, started: null, starterHand: null })),
    opposingStarter: starter && { ...starter, games: starter.games.map(withoutDetail) },
  }
}

const withoutDetail = <G extends PitcherInput['games'][number]>(game: G): G => ({
  ...game,
  park: null,
  hitByPitch: null,
})

const chances = (
  result: EngineResult<readonly StatForecast[]>,
  lines: readonly TrueLine[],
): (number | null)[] =>
  lines.map(({ line }, at) => {
    const forecast = result.ok ? result.value[at] : undefined
    return forecast ? lineOdds(forecast.distribution, line).over : null
  })

/**
 * The engine's chances of all lines of one player in one game.
 * @param lines of one player and game; at least one
 */
export function engineChances(
  engine: Engine,
  state: SeasonState,
  game: ScheduledGame,
  lines: readonly TrueLine[],
): EngineChances[] {
  const [first] = lines
  if (!first) return []
  const { home, playerId, slot } = first
  const stats = lines.map(({ stat }) => stat)
  if (slot === null) {
    const input = inItsPark(state.pitcher(game, home, playerId), game)
    const known = chances(engine.forecastPitcher(input, stats), lines)
    const bare = { ...input, games: input.games.map(withoutDetail) }
    const plain = chances(engine.forecastPitcher(bare, stats), lines)
    // A pitcher bats in no order: both are one.
    return lines.map((_, at) => ({
      known: known[at] ?? null,
      unknown: known[at] ?? null,
      plain: plain[at] ?? null,
    }))
  }
  const input = inItsPark(state.batter(game, home, playerId, slot), game)
  const unordered = { ...input, slot: null }
  const [known, unknown, plain] = [input, unordered, asServiceTells(unordered)].map((told) =>
    chances(engine.forecastBatter(told, stats), lines),
  )
  return lines.map((_, at) => ({
    known: known?.[at] ?? null,
    unknown: unknown?.[at] ?? null,
    plain: plain?.[at] ?? null,
  }))
}
