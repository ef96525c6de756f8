import { answer, type EngineResult, refuse } from '../engine/forecast.ts'
import {
  type BoxScoreGroup,
  type BoxScoreLogGame,
  findStatType,
  type GamePlace,
  type HittingLogGame,
  type PitchingLogGame,
  type StatType,
  type ThrowHand,
} from '../sports/index.ts'
import type { Side, SideWeights } from './recommendation.ts'

/** Quantile of the normal distribution for a two-sided 95% interval. */
const Z_95 = 1.959964

export interface Interval {
  low: number
  high: number
}

/**
 * Wilson score interval of a proportion, both ends between 0 and 1.
 * Source: E. B. Wilson, 'Probable inference, the law of succession, and statistical inference', JASA 22
 * (1927).
 * @param successes out of `trials`
 * @param z normal quantile; that of a 95% interval by default
 * @returns null without trials
 */
export function wilson(successes: number, trials: number): Interval | null {
  if (trials <= 0) return null
  const p = successes / trials
  const zz = Z_95 * Z_95
  const centre = p + zz / (2 * trials)
  const spread = Z_95 * Math.sqrt((p * (1 - p) + zz / (4 * trials)) / trials)
  const scale = 1 + zz / trials
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) }
}

export interface OverRate {
  over: number
  under: number
  /** Games equal to the line. They are counted here and excluded from `rate`. */
  push: number
  /** over + under + push, at most the window. */
  games: number
  /** over / (over + under) between 0 and 1; null when no game decided the line. */
  rate: number | null
}

/**
 * Counts how often the last `window` games went over a line (N10). Pushes are excluded from the rate.
 * @param values one value per game, oldest first
 * @param line the number to beat, as the book writes it
 * @param window games to look back; all games where there are fewer
 */
export function overRate(values: readonly number[], line: number, window: number): OverRate {
  const recent = window > 0 ? values.slice(-window) : []
  const over = recent.filter((value) => value > line).length
  const under = recent.filter((value) => value < line).length
  const decided = over + under
  return {
    over,
    under,
    push: recent.length - decided,
    games: recent.length,
    rate: decided === 0 ? null : over / decided,
  }
}

/** How often one side of a line won. */
interface SideRate {
  readonly hits: number
  /** Games that the line decided: all without the pushes. */
  readonly decided: number
  /** hits / decided between 0 and 1; null when no game decided the line. */
  readonly rate: number | null
}

/**
 * Counts the wins of a side, so that a call of UNDER shows its unders.
 * @param side null where the book's only side, the over, is shown without a call
 */
export function sideRate({ over, under }: SideWeights, side: Side | null): SideRate {
  const hits = side === 'UNDER' ? under : over
  const decided = over + under
  return { hits, decided, rate: decided === 0 ? null : hits / decided }
}

/** '8 of 10 under · 1 push': the wins of a side, with the pushes that the rate excludes. */
export function sideCountsText(counts: SideWeights & { readonly push: number }, side: Side | null): string {
  const { hits, decided } = sideRate(counts, side)
  const pushes = counts.push > 0 ? ` · ${counts.push} push` : ''
  return `${hits} of ${decided} ${side === 'UNDER' ? 'under' : 'over'}${pushes}`
}

/** A `GameLog` in which a batter's game may also have the hand of the opposing starter. */
export type RatedLog =
  | {
      readonly group: 'hitting'
      readonly games: readonly (HittingLogGame & { readonly starterHand?: ThrowHand | null })[]
    }
  | { readonly group: 'pitching'; readonly games: readonly PitchingLogGame[] }
  | { readonly group: BoxScoreGroup; readonly games: readonly BoxScoreLogGame[] }

export interface RatedGame {
  readonly place: GamePlace
  /** Hand of the opposing starter; null where unknown, and in a pitcher's games. */
  readonly hand: ThrowHand | null
  readonly value: number
}

type PlayedGame = Omit<RatedGame, 'value'> & { readonly value: number | null }

/** A batter's games with a plate appearance, a pitcher's starts, or the games of a box score. */
function playedGames(stat: StatType, log: RatedLog): PlayedGame[] {
  if (stat.group === 'hitting') {
    if (log.group !== 'hitting') return []
    return log.games
      .filter((game) => game.plateAppearances > 0)
      .map((game) => ({ place: game, hand: game.starterHand ?? null, value: stat.value(game) }))
  }
  if (stat.group !== 'pitching') {
    if (log.group !== stat.group) return []
    return log.games.map((game) => ({ place: game, hand: null, value: stat.value(game) }))
  }
  if (log.group !== 'pitching') return []
  return log.games
    .filter((game) => game.started)
    .map((game) => ({ place: game, hand: null, value: stat.value(game) }))
}

/**
 * Selects the games that count for a market: a batter's games with a plate appearance, a pitcher's starts,
 * without games in which a count of the market is unknown. A log of the other group has none.
 */
export const ratedGames = (stat: StatType, log: RatedLog): RatedGame[] =>
  playedGames(stat, log).flatMap(({ value, ...game }) => (value === null ? [] : [{ ...game, value }]))

/**
 * Whether a market cannot be computed from a log because the source lacks a count that it needs: games would
 * count, but none of them has a value.
 */
export function lacksMarket(stat: StatType, log: RatedLog): boolean {
  const played = playedGames(stat, log)
  return played.length > 0 && played.every(({ value }) => value === null)
}

export interface HitRate extends Readonly<OverRate> {
  /** Wilson 95% interval of the rate; null where no game decided the line. */
  readonly interval: Interval | null
  /**
   * Games that cannot be assigned to the split, for example because the hand of the starter is unknown. All
   * games, where the opponent or hand of the forecast game is unknown.
   */
  readonly unassigned: number
}

/**
 * Counts how often games went over a line, with the interval of the rate (Wilson 1927, `wilson`).
 * @param values one value per game, oldest first
 * @param line the number to beat, as the book writes it
 * @param window games to look back; all games by default
 */
export function hitRate(
  values: readonly number[],
  line: number,
  { window = values.length, unassigned = 0 }: { window?: number; unassigned?: number } = {},
): HitRate {
  const counts = overRate(values, line, window)
  return { ...counts, interval: wilson(counts.over, counts.over + counts.under), unassigned }
}

/** Number of games in each short window. */
const LOOK_BACK = { last5: 5, last10: 10, last15: 15, last25: 25 } as const

export type HitRateWindow = keyof typeof LOOK_BACK | 'season' | 'home' | 'away' | 'opponent' | 'hand'
export type HitRates = Readonly<Record<HitRateWindow, HitRate>>

/** Opponent of the forecast game, as far as it is known. */
export interface OpponentContext {
  /** Club code as the log writes opponents. */
  readonly opponent: string | null
  /** Hand of the opposing starter. */
  readonly hand: ThrowHand | null
}

const values = (games: readonly RatedGame[]): number[] => games.map((game) => game.value)

/**
 * Rate of the games that match the forecast game in one property. Games without that property count as
 * `unassigned`.
 */
function split<T>(
  games: readonly RatedGame[],
  line: number,
  expected: T | null,
  of: (game: RatedGame) => T | null,
): HitRate {
  const assigned = expected === null ? [] : games.filter((game) => of(game) !== null)
  const matching = assigned.filter((game) => of(game) === expected)
  return hitRate(values(matching), line, { unassigned: games.length - assigned.length })
}

/**
 * Computes every hit rate of one line: over the last 5, 10, 15 and 25 games, the season, at home and away,
 * against the coming opponent, and against the hand of its starter. Each rate has its counts, with pushes
 * separate, and its interval.
 * @param statName market as the book writes it, or one of its aliases (`findStatType`)
 * @param line the number to beat, in the market's unit
 * @param log this season's games, oldest first; a window longer than the log takes all of them
 * @returns a refusal for an unknown market, for a log that lacks its counts, for a line that is negative or not a number, for a batter without
 * a plate appearance and for a pitcher without a start
 */
export function hitRates(
  statName: string,
  line: number,
  log: RatedLog,
  against: OpponentContext,
): EngineResult<HitRates> {
  const stat = findStatType(statName)
  if (!stat) return refuse('unknown stat')
  if (!Number.isFinite(line)) return refuse('line is not a number')
  if (line < 0) return refuse('line is negative')
  const games = ratedGames(stat, log)
  if (games.length === 0) {
    if (lacksMarket(stat, log)) return refuse('no counts')
    return refuse(stat.group === 'pitching' ? 'no starts' : 'no games')
  }

  const season = values(games)
  const last = (window: number) => hitRate(season, line, { window })
  return answer({
    last5: last(LOOK_BACK.last5),
    last10: last(LOOK_BACK.last10),
    last15: last(LOOK_BACK.last15),
    last25: last(LOOK_BACK.last25),
    season: hitRate(season, line),
    home: split(games, line, 'HOME', (game) => game.place.homeAway),
    away: split(games, line, 'AWAY', (game) => game.place.homeAway),
    opponent: split(games, line, against.opponent, (game) => game.place.opponent || null),
    hand: split(games, line, against.hand, (game) => game.hand),
  })
}
