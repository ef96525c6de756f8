import { findStatType, listStatNames } from '@propsight/shared/domain'
import { lineOdds, normalQuantile, type StatForecast } from '@propsight/shared/domain/engine'
import { type BattingRow, known, type PitchingRow, type Season } from '../../read/season.ts'
import type { Engine } from '../../score/cases.ts'
import { type WalkDay, walk } from '../../walk/walk.ts'

/** Limit of the search for correlations: the series is accurate within it. */
const MAX_CORRELATION = 0.97
const HALVINGS = 40

export interface Correlation {
  readonly value: number
  /** Standard error, with games (not pairs) as independent observations. */
  readonly error: number
}

/** Sums over all pairs of a row's stat and a column's stat, by cell of a relation's table. */
export class PairSums {
  readonly #columns: number
  /** Sums of the products of residuals: of the current game and of all finished games. */
  readonly #game: Float64Array
  readonly #sum: Float64Array
  readonly #squares: Float64Array
  /** Sums of the terms of the tetrachoric series, by cell. */
  readonly #terms: Float64Array

  constructor(rows: number, columns: number) {
    this.#columns = columns
    this.#game = new Float64Array(rows * columns)
    this.#sum = new Float64Array(rows * columns)
    this.#squares = new Float64Array(rows * columns)
    this.#terms = new Float64Array(rows * columns * TERMS)
  }

  add(rows: readonly Mark[], columns: readonly Mark[]): void {
    let cell = 0
    for (const a of rows) {
      for (const b of columns) {
        this.#game[cell] = (this.#game[cell] ?? 0) + a.residual * b.residual
        const start = cell * TERMS
        for (let n = 0; n < TERMS; n++) {
          this.#terms[start + n] = (this.#terms[start + n] ?? 0) + (a.series[n] ?? 0) * (b.series[n] ?? 0)
        }
        cell++
      }
    }
  }

  endGame(): void {
    for (const [cell, product] of this.#game.entries()) {
      this.#sum[cell] = (this.#sum[cell] ?? 0) + product
      this.#squares[cell] = (this.#squares[cell] ?? 0) + product * product
    }
    this.#game.fill(0)
  }

  /**
   * The correlation at which the expected number of pairs that are both over equals the observed one; null
   * without pairs.
   */
  correlation(row: number, column: number): Correlation | null {
    const cell = row * this.#columns + column
    const terms = this.#terms.subarray(cell * TERMS, (cell + 1) * TERMS)
    const [slope = 0] = terms
    if (!(slope > 0)) return null
    const seen = this.#sum[cell] ?? 0
    const excess = (value: number) => terms.reduceRight((sum, term) => (sum + term) * value, 0)
    let low = -MAX_CORRELATION
    let high = MAX_CORRELATION
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (low + high) / 2
      if (excess(middle) < seen) low = middle
      else high = middle
    }
    return { value: (low + high) / 2, error: Math.sqrt(this.#squares[cell] ?? 0) / slope }
  }
}

/** Terms of the tetrachoric series: the truncation error is below 0.01 for correlations up to 0.9. */
export const TERMS = 12

/** The outcome of one stat of one player in one game, relative to its forecast at one line. */
export interface Mark {
  /** 1 (over) or 0 (under) minus the forecast probability of over. */
  readonly residual: number
  /** φ(t)·Heₙ₋₁(t)/√n! for n = 1 … 12, where t is the threshold of the latent normal variable. */
  readonly series: Float64Array
}

/** Minimum distance of a probability from 0 and 1, so that no threshold is infinite. */
const MIN_DISTANCE = 1e-4

/**
 * Makes the mark of one outcome.
 * @param chance forecast probability of over
 * @throws RangeError for a probability that is not finite, because a fit must not use such an engine
 */
export function mark(over: boolean, chance: number): Mark {
  if (!Number.isFinite(chance)) throw new RangeError(`a forecast gives ${chance} as a chance`)
  const inside = Math.min(1 - MIN_DISTANCE, Math.max(MIN_DISTANCE, chance))
  const threshold = -normalQuantile(inside)
  const density = Math.exp(-(threshold * threshold) / 2) / Math.sqrt(2 * Math.PI)
  const series = new Float64Array(TERMS)
  // Heₙ₊₁ = t·Heₙ − n·Heₙ₋₁
  let before = 0
  let hermite = 1
  let factorial = 1
  for (let n = 1; n <= TERMS; n++) {
    factorial *= n
    series[n - 1] = (density * hermite) / Math.sqrt(factorial)
    const next = threshold * hermite - (n - 1) * before
    before = hermite
    hermite = next
  }
  return { residual: (over ? 1 : 0) - inside, series }
}

/**
 * P(both over) − P(one over)·P(other over) when the latent normal variables have this correlation, by the
 * tetrachoric series (K. Pearson 1900).
 */
export function jointExcess(a: Mark, b: Mark, correlation: number): number {
  let sum = 0
  for (let n = TERMS - 1; n >= 0; n--) {
    sum = (sum + (a.series[n] ?? 0) * (b.series[n] ?? 0)) * correlation
  }
  return sum
}

const PLACES = 9
/**
 * Maximum distance in the order of nine: at a distance of five or more the pair is closer in the other
 * direction.
 */
const FARTHEST = 4

export const RELATIONS = [
  'sameBatter',
  'samePitcher',
  'teamMates1',
  'teamMates2',
  'teamMates3',
  'teamMates4',
  'opposingBatters',
  'pitcherFacing',
  'pitcherBacked',
  'twoPitchers',
] as const
export type Relation = (typeof RELATIONS)[number]

/**
 * The relation of two players in one game, with the player of the table's rows and the player of its columns.
 */
export interface Related {
  readonly relation: Relation
  readonly row: Performance
  readonly column: Performance
}

function relateBatters(a: Performance, b: Performance): Related[] {
  if (a.club !== b.club) {
    return [
      { relation: 'opposingBatters', row: a, column: b },
      { relation: 'opposingBatters', row: b, column: a },
    ]
  }
  const after = ((b.slot ?? 0) - (a.slot ?? 0) + PLACES) % PLACES
  const [row, column, places] = after <= FARTHEST ? [a, b, after] : [b, a, PLACES - after]
  const relation = RELATIONS.find((name) => name === `teamMates${places}`)
  return relation ? [{ relation, row, column }] : []
}

/** The relation of two players; in both directions if the relation is symmetric. */
export function relatePlayers(a: Performance, b: Performance): Related[] {
  if (a.batter && b.batter) return relateBatters(a, b)
  if (!a.batter && !b.batter) {
    return [
      { relation: 'twoPitchers', row: a, column: b },
      { relation: 'twoPitchers', row: b, column: a },
    ]
  }
  const [row, column] = a.batter ? [b, a] : [a, b]
  return [{ relation: row.club === column.club ? 'pitcherBacked' : 'pitcherFacing', row, column }]
}

/** All relations of a game's players, including each player with the same player. */
export const relationsOf = (players: readonly Performance[]): Related[] =>
  players.flatMap((player, at) => [
    { relation: player.batter ? 'sameBatter' : 'samePitcher', row: player, column: player },
    ...players.slice(at + 1).flatMap((other) => relatePlayers(player, other)),
  ])

export const BATTING_STATS = listStatNames('hitting')
export const PITCHING_STATS = listStatNames('pitching')

/** One player's game relative to the engine's forecast, with one mark per stat of the player's group. */
export interface Performance {
  readonly playerId: string
  readonly club: string
  readonly batter: boolean
  /** Place in the batting order; null for pitchers. */
  readonly slot: number | null
  readonly marks: readonly Mark[]
}

function makeMarks(forecasts: readonly StatForecast[], values: readonly number[]): Mark[] {
  return forecasts.map(({ distribution, fairLine }, at) =>
    mark((values[at] ?? 0) > fairLine, lineOdds(distribution, fairLine).over),
  )
}

function battingValues(row: BattingRow): number[] {
  return BATTING_STATS.map((name) => {
    const stat = findStatType(name)
    return stat?.group === 'hitting' ? known(stat.value(row)) : 0
  })
}

function pitchingValues(row: PitchingRow): number[] {
  return PITCHING_STATS.map((name) => {
    const stat = findStatType(name)
    return stat?.group === 'pitching' ? known(stat.value(row)) : 0
  })
}

function batted({ state, games }: WalkDay, row: BattingRow, engine: Engine): Performance | null {
  const game = games.get(row.gameId)
  if (!game || !row.started || row.pitched) return null
  const input = state.batter(game, row.home, row.playerId, row.slot)
  const forecast = engine.forecastBatter(input, BATTING_STATS)
  if (!forecast.ok) return null
  const { playerId, club, slot } = row
  return { playerId, club, slot, batter: true, marks: makeMarks(forecast.value, battingValues(row)) }
}

function pitched({ state, games }: WalkDay, row: PitchingRow, engine: Engine): Performance | null {
  const game = games.get(row.gameId)
  if (!game || !row.started) return null
  const forecast = engine.forecastPitcher(state.pitcher(game, row.home, row.playerId), PITCHING_STATS)
  if (!forecast.ok) return null
  const { playerId, club } = row
  return { playerId, club, slot: null, batter: false, marks: makeMarks(forecast.value, pitchingValues(row)) }
}

/** A game with its forecast players. */
export interface PlayedGame {
  readonly date: string
  readonly players: readonly Performance[]
}

/**
 * Compares the starting batters and pitchers of each game with their forecasts, in order of time. Each stat is
 * evaluated at its fair line, where an outcome has the most information. Players that the engine refuses are left
 * out. The marks of several seasons need more than a gigabyte, so that a game is not kept after its visit.
 * @param until last day, `YYYY-MM-DD`, included
 */
export function visitPlayedGames(
  season: Season,
  until: string,
  engine: Engine,
  visit: (game: PlayedGame) => void,
): void {
  walk(season, { to: until }, (day) => {
    const batting = Map.groupBy(day.batting, ({ gameId }) => gameId)
    const pitching = Map.groupBy(day.pitching, ({ gameId }) => gameId)
    for (const id of day.games.keys()) {
      const players = [
        ...(batting.get(id) ?? []).map((row) => batted(day, row, engine)),
        ...(pitching.get(id) ?? []).map((row) => pitched(day, row, engine)),
      ]
      visit({ date: day.date, players: players.filter((player) => player !== null) })
    }
  })
}
