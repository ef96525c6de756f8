import {
  addTotals,
  type BattingTotals,
  NO_TOTALS,
  type PitcherSeason,
  type StaffCounts,
} from '@propsight/shared/domain/engine'
import type { BattingRow, PitchingRow } from '../read/season.ts'

type OptionalCount = 'runs' | 'rbi' | 'hitByPitch' | 'stolenBases'

const countIn = (row: BattingRow, count: OptionalCount): number | null =>
  row[count] ?? (count === 'runs' ? (row.partOfRuns ?? null) : null)

/**
 * Sum of a count over rows. Rows that lack it have the rate of the other rows; null where all rows with a
 * plate appearance lack it.
 */
function sumOptional(rows: readonly BattingRow[], count: OptionalCount): number | null {
  let sum = 0
  let counted = 0
  let lacking = 0
  for (const row of rows) {
    const value = countIn(row, count)
    if (value === null) lacking += row.plateAppearances
    else {
      sum += value
      counted += row.plateAppearances
    }
  }
  if (lacking === 0) return sum
  return counted === 0 ? null : (sum * (counted + lacking)) / counted
}

/** Returns new totals with rows added; `games` counts each game once per club. */
export function addRows(totals: BattingTotals, rows: readonly BattingRow[]): BattingTotals {
  const sum = { ...NO_TOTALS }
  for (const row of rows) {
    sum.plateAppearances += row.plateAppearances
    sum.hits += row.hits
    sum.doubles += row.doubles
    sum.triples += row.triples
    sum.homeRuns += row.homeRuns
    sum.baseOnBalls += row.baseOnBalls
    sum.strikeOuts += row.strikeOuts
  }
  return addTotals(totals, {
    ...sum,
    games: new Set(rows.map((row) => `${row.gameId}|${row.home}`)).size,
    runs: sumOptional(rows, 'runs'),
    rbi: sumOptional(rows, 'rbi'),
    hitByPitch: sumOptional(rows, 'hitByPitch'),
    stolenBases: sumOptional(rows, 'stolenBases'),
  })
}

/** Adds rows to the totals of their groups. */
export function addByKey(
  totals: Map<string, BattingTotals>,
  rows: readonly BattingRow[],
  key: (row: BattingRow) => string,
): void {
  for (const [group, members] of Map.groupBy(rows, key))
    totals.set(group, addRows(totals.get(group) ?? NO_TOTALS, members))
}

/** Adds a pitcher's game to the pitcher's season. */
export const addPitching = (season: PitcherSeason | undefined, row: PitchingRow): PitcherSeason => ({
  games: (season?.games ?? 0) + 1,
  starts: (season?.starts ?? 0) + (row.started ? 1 : 0),
  battersFaced: (season?.battersFaced ?? 0) + row.battersFaced,
  outs: (season?.outs ?? 0) + row.outs,
  strikeOuts: (season?.strikeOuts ?? 0) + row.strikeOuts,
  baseOnBalls: (season?.baseOnBalls ?? 0) + row.baseOnBalls,
})

/** The batting against a club's pitchers as the stats service counts it. */
export const toStaffCounts = ({
  games,
  plateAppearances,
  hitByPitch,
  ...counts
}: BattingTotals): StaffCounts => ({
  ...counts,
  gamesPlayed: games,
  battersFaced: plateAppearances,
  hitBatsmen: hitByPitch,
})
