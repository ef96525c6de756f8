import type { BattingTotals } from '@propsight/shared/domain/engine'
import type { BattingRow } from '../read/season.ts'

export const NOTHING_YET: BattingTotals = {
  games: 0,
  plateAppearances: 0,
  hits: 0,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  strikeOuts: 0,
  stolenBases: 0,
}

/** Totals with a day's rows added; `games` counts each club's game once. The given totals stay as they are. */
export function addRows(totals: BattingTotals, rows: readonly BattingRow[]): BattingTotals {
  const sum = { ...totals }
  for (const row of rows) {
    sum.plateAppearances += row.plateAppearances
    sum.hits += row.hits
    sum.doubles += row.doubles
    sum.triples += row.triples
    sum.homeRuns += row.homeRuns
    sum.runs += row.runs
    sum.rbi += row.rbi
    sum.baseOnBalls += row.baseOnBalls
    sum.hitByPitch += row.hitByPitch
    sum.strikeOuts += row.strikeOuts
    sum.stolenBases += row.stolenBases
  }
  sum.games += new Set(rows.map((row) => `${row.gameId}|${row.home}`)).size
  return sum
}

/** Two totals together. */
export const addTotals = (a: BattingTotals, b: BattingTotals): BattingTotals =>
  Object.fromEntries(
    (Object.keys(a) as (keyof BattingTotals)[]).map((field) => [field, a[field] + b[field]]),
  ) as unknown as BattingTotals

/** Adds a day's rows to the totals of each group that the rows fall into. */
export function addByKey(
  totals: Map<string, BattingTotals>,
  rows: readonly BattingRow[],
  key: (row: BattingRow) => string,
): void {
  for (const [group, members] of Map.groupBy(rows, key))
    totals.set(group, addRows(totals.get(group) ?? NOTHING_YET, members))
}
