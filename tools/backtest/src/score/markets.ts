import { findStatType } from '@propsight/shared/domain'
import type { BattingRow, PitchingRow } from '../read/season.ts'

/** A judged market of batters, with its line. */
export interface Market {
  readonly name: string
  /** Name in `findStatType`. */
  readonly stat: string
  readonly line: number
}

/** The batter markets of a backtest, in the order of its table. */
export const MARKETS: readonly Market[] = [
  { name: 'H 0.5', stat: 'Hits', line: 0.5 },
  { name: 'H 1.5', stat: 'Hits', line: 1.5 },
  { name: 'TB 1.5', stat: 'Total Bases', line: 1.5 },
  { name: 'HR 0.5', stat: 'Home Runs', line: 0.5 },
  { name: 'R 0.5', stat: 'Runs', line: 0.5 },
  { name: 'RBI 0.5', stat: 'RBIs', line: 0.5 },
  { name: 'H+R+RBI 1.5', stat: 'Hits+Runs+RBIs', line: 1.5 },
]

/** The stats of starting pitchers whose expected values are judged. */
export const PITCHER_STATS = ['Pitcher Strikeouts', 'Hits Allowed'] as const

/** The stats of starting pitchers whose 80% intervals are judged: those above first. */
export const INTERVAL_STATS = [
  ...PITCHER_STATS,
  'Walks Allowed',
  'Earned Runs Allowed',
  'Pitching Outs',
] as const

type BattingCounts = Parameters<Extract<ReturnType<typeof findStatType>, { group: 'hitting' }>['value']>[0]
type PitchingCounts = Parameters<Extract<ReturnType<typeof findStatType>, { group: 'pitching' }>['value']>[0]

const hitting = (stat: string) => {
  const type = findStatType(stat)
  if (type?.group !== 'hitting') throw new Error(`'${stat}' is not a batter's stat`)
  return type.value
}

const pitching = (stat: string) => {
  const type = findStatType(stat)
  if (type?.group !== 'pitching') throw new Error(`'${stat}' is not a pitcher's stat`)
  return type.value
}

const MARKET_VALUES = MARKETS.map(({ stat, line }) => ({ value: hitting(stat), line }))
const PITCHER_VALUES = PITCHER_STATS.map(pitching)
const INTERVAL_VALUES = INTERVAL_STATS.map(pitching)

/**
 * Whether a game went over (1) or not (0), in the order of `MARKETS`; NaN where the game lacks a count that the
 * market needs.
 */
export const oversOf = (game: BattingCounts | BattingRow): number[] =>
  MARKET_VALUES.map(({ value, line }) => {
    const actual = value(game)
    if (actual === null) return Number.NaN
    return actual > line ? 1 : 0
  })

/** The values of a start, in the order of `PITCHER_STATS`. */
export const pitcherValuesOf = (game: PitchingCounts | PitchingRow): number[] =>
  PITCHER_VALUES.map((value) => value(game) ?? Number.NaN)

/** The values of a start, in the order of `INTERVAL_STATS`; NaN for an unknown one. */
export const intervalValuesOf = (game: PitchingCounts | PitchingRow): number[] =>
  INTERVAL_VALUES.map((value) => value(game) ?? Number.NaN)

/** Names of the markets that no row of a season has a value for, because the source lacks a count. */
export const marketsWithoutCounts = (rows: readonly BattingRow[]): string[] =>
  rows.length === 0
    ? []
    : MARKETS.filter((_, market) => rows.every((row) => MARKET_VALUES[market]?.value(row) === null)).map(
        ({ name }) => name,
      )
