import { parkFactorsOf } from '@propsight/shared/domain'
import {
  type BatterGame,
  type BatterInput,
  type EngineResult,
  lineOdds,
  type PitcherGame,
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
  /** Order unknown, and earlier games told as the stats service's logs tell them: without park and starter's hand. */
  readonly live: number | null
}

/** What is known on the morning of a judged day. */
export interface Morning {
  readonly state: SeasonState
  readonly game: ScheduledGame
  /** Each club's own park. */
  readonly homeParks: ReadonlyMap<string, string>
}

/** The API reads batting orders of three weeks before tonight; what is older tells no place. */
const TOLD_DAYS = 21
const DAY_MS = 86_400_000

/** The league's parks have their published factors, which are what the product knows of them, too. */
const factorsOf = (park: string | undefined) => parkFactorsOf(Number(park))

const liveBatterGame = (game: BatterGame, tonight: string): BatterGame => {
  const told = Date.parse(tonight) - Date.parse(game.date) <= TOLD_DAYS * DAY_MS
  const place = told ? {} : { slot: null, started: null }
  return { ...game, ...place, park: null, starterHand: null }
}

const livePitcherGame = (game: PitcherGame): PitcherGame => ({ ...game, park: null, hitByPitch: null })

const asServiceTells = (input: BatterInput): BatterInput => {
  const { opposingStarter: starter, setting } = input
  return {
    ...input,
    games: input.games.map((game) => liveBatterGame(game, setting.date)),
    opposingStarter: starter && { ...starter, games: starter.games.map(livePitcherGame) },
  }
}

const chances = (
  result: EngineResult<readonly StatForecast[]>,
  lines: readonly TrueLine[],
): (number | null)[] =>
  lines.map(({ line }, at) => {
    const forecast = result.ok ? result.value[at] : undefined
    const over = forecast ? lineOdds(forecast.distribution, line).over : null
    return Number.isFinite(over) ? over : null
  })

function pitchersChances(engine: Engine, morning: Morning, lines: readonly TrueLine[], first: TrueLine) {
  const { state, game } = morning
  const input = state.pitcher(game, first.home, first.playerId)
  const setting = { ...input.setting, park: factorsOf(game.park) }
  const ask = (games: readonly PitcherGame[]) =>
    chances(
      engine.forecastPitcher(
        { ...input, setting, games },
        lines.map(({ stat }) => stat),
      ),
      lines,
    )
  const known = ask(input.games)
  // A pitcher is in no order: known or not, it is the same forecast.
  return { known, unknown: known, live: ask(input.games.map(livePitcherGame)) }
}

function battersChances(engine: Engine, morning: Morning, lines: readonly TrueLine[], first: TrueLine) {
  const { state, game, homeParks } = morning
  const given = state.batter(game, first.home, first.playerId, first.slot)
  const known: BatterInput = {
    ...given,
    setting: { ...given.setting, park: factorsOf(game.park) },
    homePark: factorsOf(homeParks.get(first.home ? game.home : game.away)),
  }
  const unknown = { ...known, slot: null }
  const ask = (input: BatterInput) =>
    chances(
      engine.forecastBatter(
        input,
        lines.map(({ stat }) => stat),
      ),
      lines,
    )
  return { known: ask(known), unknown: ask(unknown), live: ask(asServiceTells(unknown)) }
}

/**
 * The engine's chances of all lines of one player in one game.
 * @param lines of one player and game; at least one
 */
export function engineChances(engine: Engine, morning: Morning, lines: readonly TrueLine[]): EngineChances[] {
  const [first] = lines
  if (!first) return []
  const { known, unknown, live } =
    first.slot === null
      ? pitchersChances(engine, morning, lines, first)
      : battersChances(engine, morning, lines, first)
  return lines.map((_, at) => ({
    known: known[at] ?? null,
    unknown: unknown[at] ?? null,
    live: live[at] ?? null,
  }))
}
