import { type SampleSeason, trueDistributions } from '@propsight/league'
import { findStatType } from '@propsight/shared/domain'
import { type EngineResult, lineOdds, type StatForecast } from '@propsight/shared/domain/engine'
import { type BattingRow, known, type PitchingRow, type ScheduledGame, type Season } from '../read/season.ts'
import type { Engine } from '../score/cases.ts'
import { MARKETS, PITCHER_STATS } from '../score/markets.ts'
import type { SeasonState } from '../walk/season-state.ts'
import { type WalkDay, walk } from '../walk/walk.ts'
import { earlierSeasonsOf, seasonOf } from './season-of.ts'

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

/** A line with its true probability of over: one player, one game, one market. */
export interface KnownLine {
  readonly market: string
  readonly stat: string
  readonly line: number
  readonly gameId: string
  readonly home: boolean
  readonly playerId: string
  /** Place in the batting order; null for a starting pitcher. */
  readonly slot: number | null
  /** P(over) under the players' true talents. */
  readonly over: number
}

/** The half line nearest to a mean, at least 0.5. */
export const nearestHalfLine = (mean: number): number => Math.max(0, Math.floor(mean)) + 0.5

/**
 * All markets of all starters on a sample season's day. A pitcher's line is the half line nearest to the
 * pitcher's mean.
 * @param games number of simulations of each game; the standard error of a probability is at most 0.5 /
 * √games
 */
export function simulateTrueLines(sample: SampleSeason, games: number): KnownLine[] {
  const id = (person: number) => String(sample.people[person]?.id)
  return [...sample.today].flatMap(([pk, squads]) => {
    const prices = trueDistributions(sample, pk, games)
    return ([true, false] as const).flatMap((home) => {
      const squad = home ? squads.home : squads.away
      const where = { gameId: String(pk), home }
      const batting = squad.batters.flatMap((person, at) =>
        MARKETS.flatMap(({ name: market, stat, line }): KnownLine[] => {
          const values = prices.get(person)?.get(stat)
          const who = { playerId: id(person), slot: at + 1 }
          return values ? [{ ...where, ...who, market, stat, line, over: values.over(line) }] : []
        }),
      )
      const pitching = PITCHER_STATS.flatMap((stat): KnownLine[] => {
        const values = prices.get(squad.starter)?.get(stat)
        if (!values) return []
        const line = nearestHalfLine(values.mean())
        const who = { playerId: id(squad.starter), slot: null }
        return [{ ...where, ...who, market: stat, stat, line, over: values.over(line) }]
      })
      return [...batting, ...pitching]
    })
  })
}

/**
 * Weight of the base rate in starts, and number of recent starts; the same values as in score/baselines.ts.
 */
const SHRINK_STARTS = 60
const RECENT = 10

export interface LineBaselines {
  /** Share of overs in all starts of all players so far. */
  readonly base: number
  /** Share of overs in the player's last ten starts. */
  readonly lastTen: number
  /** (overs + 60 · base) / (starts + 60) over all starts of the player. */
  readonly season: number
}

const overs = (values: readonly number[], line: number): number =>
  values.reduce((sum, value) => sum + (value > line ? 1 : 0), 0)

/**
 * Baseline probabilities of over for one line.
 * @param own values of the player's starts, oldest first; at least one
 * @param allStarts values of all players' starts; at least one
 */
export function lineBaselines(
  own: readonly number[],
  allStarts: readonly number[],
  line: number,
): LineBaselines {
  const base = overs(allStarts, line) / allStarts.length
  const recent = own.slice(-RECENT)
  return {
    base,
    lastTen: overs(recent, line) / recent.length,
    season: (overs(own, line) + SHRINK_STARTS * base) / (own.length + SHRINK_STARTS),
  }
}

/** One line with its true probability and the probabilities of all methods. */
export type JudgedLine = KnownLine & LineBaselines & EngineChances

/** Minimum number of earlier starts of a judged player, as in the backtest on seasons. */
const STARTS = 10

/** Values of all starts so far by stat and player; those of all players under `null`. */
class Starts {
  readonly #values = new Map<string, Map<string | null, number[]>>()
  readonly #season: Season

  constructor(season: Season) {
    this.#season = season
  }

  of(stat: string, player: string | null): readonly number[] {
    const byPlayer = this.#values.get(stat) ?? this.#read(stat)
    this.#values.set(stat, byPlayer)
    return byPlayer.get(player) ?? []
  }

  #read(stat: string): Map<string | null, number[]> {
    const type = findStatType(stat)
    const values = new Map<string | null, number[]>([[null, []]])
    const add = <R extends BattingRow | PitchingRow>(
      rows: readonly R[],
      value: (row: R) => number | null,
    ) => {
      for (const row of rows) {
        if (!row.started) continue
        const own = values.get(row.playerId) ?? []
        values.set(row.playerId, own)
        const count = known(value(row))
        own.push(count)
        values.get(null)?.push(count)
      }
    }
    if (type?.group === 'hitting') add(this.#season.batting, type.value)
    if (type?.group === 'pitching') add(this.#season.pitching, type.value)
    return values
  }
}

/**
 * All judged lines of a sample season's day, with the true probability and those of all methods.
 * @param games number of simulations of each game for the true probabilities
 */
export function judgeDay(sample: SampleSeason, engine: Engine, games: number): JudgedLine[] {
  const season = seasonOf(sample)
  const range = { from: sample.day, to: sample.day }
  const judged: JudgedLine[] = []
  // A state is that of the morning during the visit only.
  walk({ ...season, earlier: earlierSeasonsOf(sample) }, range, ({ state: withEarlier }) =>
    walk(season, range, (today) => {
      for (const line of judgeLines(sample, season, { engine, games, today, withEarlier })) judged.push(line)
    }),
  )
  return judged
}

interface JudgedMorning {
  readonly engine: Engine
  /** Simulations of each game. */
  readonly games: number
  readonly today: WalkDay
  readonly withEarlier: SeasonState
}

function judgeLines(
  sample: SampleSeason,
  season: Season,
  { engine, games, today, withEarlier }: JudgedMorning,
): JudgedLine[] {
  const starts = new Starts(season)
  const judged: JudgedLine[] = []
  const lines = simulateTrueLines(sample, games).filter(
    ({ stat, playerId }) => starts.of(stat, playerId).length >= STARTS,
  )
  const players = Map.groupBy(lines, ({ gameId, playerId, slot }) => `${gameId}|${playerId}|${slot === null}`)
  for (const own of players.values()) {
    const game = today.games.get(own[0]?.gameId ?? '')
    if (!game) continue
    const engineResults = engineChances(engine, { state: today.state, withEarlier, game }, own)
    for (const [at, line] of own.entries()) {
      const chances = engineResults[at]
      const { stat, playerId } = line
      const baselines = lineBaselines(starts.of(stat, playerId), starts.of(stat, null), line.line)
      if (chances) judged.push({ ...line, ...baselines, ...chances })
    }
  }
  return judged
}
