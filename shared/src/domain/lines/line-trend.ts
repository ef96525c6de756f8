import { TREND_GAMES } from '../analysis-limits.ts'
import { asShown, basisText, confidencePercent } from '../grades.ts'
import type { LineForecast } from '../prop/line-forecast.ts'
import type { GameLog, GamePlace, StatType } from '../sports/index.ts'
import { type OverRate, overRate, ratedGames } from './hit-rates.ts'
import type { Side } from './recommendation.ts'

/** One bar of a chart: the value of one game compared with a line (N12). */
export interface GameBar extends GamePlace {
  value: number
  /** OVER or UNDER only. A push has UNDER here and `push: true`; rates exclude it. */
  result: 'OVER' | 'UNDER'
  push?: true
}

/**
 * Builds the bar of one game.
 * @param value of the game, in the market's unit
 * @param line the number to beat, as the book writes it
 */
export function gameBar(place: GamePlace, value: number, line: number): GameBar {
  const { date, opponent, homeAway } = place
  const result = value > line ? 'OVER' : 'UNDER'
  return { date, value, result, opponent, homeAway, ...(value === line ? { push: true as const } : {}) }
}

/**
 * Form compares the last 5 games with the last 10. Differences up to the margin, in the market's unit, are
 * flat (N12).
 */
export const TREND_SHORT_GAMES = 5
export const TREND_LONG_GAMES = 10
const TREND_MARGIN = 0.05

export type Direction = 'up' | 'down' | 'flat'

export interface Trend {
  /** Average of the last 5 games, in the market's unit. */
  short: number
  /** Average of the last 10 games, or of as many as there are. */
  long: number
  direction: Direction
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Arithmetic mean; null without values. */
export const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length

function directionOf(difference: number, margin: number): Direction {
  if (difference > margin) return 'up'
  return difference < -margin ? 'down' : 'flat'
}

/**
 * Form of a player: the average of the last 5 games compared with the 10-game average (N12).
 * @param values one value per game, oldest first
 * @returns null with 5 games or fewer, where both averages would cover the same games
 */
export function trend(values: readonly number[]): Trend | null {
  if (values.length <= TREND_SHORT_GAMES) return null
  const last = values.slice(-TREND_SHORT_GAMES)
  const longer = values.slice(-TREND_LONG_GAMES)
  // Both averages are multiplied by both counts: integers stay exact, so a difference of exactly 0.05 is
  // flat.
  const difference = sum(last) * longer.length - sum(longer) * last.length
  const margin = TREND_MARGIN * last.length * longer.length
  return {
    short: average(last) ?? 0,
    long: average(longer) ?? 0,
    direction: directionOf(difference, margin),
  }
}

/** 'for the over', 'against the under': whether a trend speaks for a side; null for a flat one. */
export function trendOnSide({ direction }: Pick<Trend, 'direction'>, side: Side): string | null {
  if (direction === 'flat') return null
  const speaksFor = (direction === 'up') === (side === 'OVER')
  return `${speaksFor ? 'for' : 'against'} the ${side.toLowerCase()}`
}

export interface LineTrend {
  /** The last games of the season, oldest first, at most 25. */
  bars: GameBar[]
  counts: OverRate
  /** Mean of the window's games in the market's unit; null without games. */
  average: number | null
  trend: Trend | null
}

/**
 * Compares one line with a player's game log: bars, over rate of the window, average and form. Trends use the
 * last 25 games (N10). For a pitcher only starts count. For a batter only games with a plate appearance
 * count: a pinch runner or late fielder had no chance to go over, and the book would have voided the leg.
 * @param line the number to beat, as the book writes it
 * @param log this season's games, oldest first; a log of the other group has no games for this market
 * @param window games to look back
 */
export function lineTrend(stat: StatType, line: number, log: GameLog, window: number): LineTrend {
  const recent = ratedGames(stat, log).slice(-TREND_GAMES)
  const values = recent.map((game) => game.value)
  return {
    bars: recent.map((game) => gameBar(game.place, game.value, line)),
    counts: overRate(values, line, window),
    average: average(values.slice(-window)),
    trend: trend(values),
  }
}

/** '8 of the last 10', 'all of the last 5', 'none of the last 3'. */
function ofTheLast(count: number, games: number): string {
  if (count === 0) return `none of the last ${games}`
  return `${count === games ? 'all' : count} of the last ${games}`
}

function describeCounts({ counts }: LineTrend, side: Side): string {
  const hits = side === 'OVER' ? counts.over : counts.under
  const pushed = counts.push === 0 ? '' : `, ${counts.push} ${counts.push === 1 ? 'push' : 'pushes'}`
  return `${side === 'OVER' ? 'Over' : 'Under'} in ${ofTheLast(hits, counts.games)}${pushed}`
}

/**
 * Describes the last five games. Left out where the window has five games or fewer, since `describeCounts`
 * covers these.
 */
function describeRecentForm({ bars, counts }: LineTrend, side: Side): string[] {
  if (counts.games <= TREND_SHORT_GAMES) return []
  const last = bars.slice(-TREND_SHORT_GAMES)
  const hits = last.filter((bar) => !bar.push && bar.result === side).length
  return [`${ofTheLast(hits, last.length)} ${side === 'OVER' ? 'over' : 'under'}`]
}

/** 'Over 63% likely (57–69; 8 books)', followed by the chance of a push where the line allows one. */
function describeForecast(forecast: LineForecast, line: number): string {
  const { call, chance, low, high, push } = forecast
  const interval = `${confidencePercent(low)}–${confidencePercent(high)}`
  const likely = `${confidencePercent(chance)}% likely (${interval}; ${basisText(forecast, line)})`
  const pushed = push > 0 ? `, ${confidencePercent(push)}% chance of a push` : ''
  return `${call === 'UNDER' ? 'Under' : 'Over'} ${likely}${pushed}`
}

/**
 * Builds one sentence of reasoning. Its figures come from the engine ('likely') and from the games ('of the
 * last'): 'Over 63% likely (57–69; line only); over in 8 of the last 10; 1.9 a game against a line of 1.5; 4 of the last
 * 5 over.'
 * @param side the recommended side; null describes the over
 * @param forecast null without a forecast: the sentence then has figures from the games only
 */
export function reasoning(
  found: LineTrend,
  line: number,
  side: Side | null,
  forecast: LineForecast | null = null,
): string {
  if (found.counts.games === 0) return 'No games this season.'
  const described = side ?? 'OVER'
  const mean =
    found.average === null ? [] : [`${asShown(found.average, 1).toFixed(1)} a game against a line of ${line}`]
  const games = [describeCounts(found, described), ...mean, ...describeRecentForm(found, described)].join(
    '; ',
  )
  if (!forecast) return `${games}.`
  return `${describeForecast(forecast, line)}; ${games[0]?.toLowerCase()}${games.slice(1)}.`
}
