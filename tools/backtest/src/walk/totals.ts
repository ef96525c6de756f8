import { type BattingTotals, NO_TOTALS } from '@propsight/shared/domain/engine'
import type { BattingRow } from '../read/season.ts'

/** Returns new totals with rows added; `games` counts each game once per club. */
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

/** Adds rows to the totals of their groups. */
export function addByKey(
  totals: Map<string, BattingTotals>,
  rows: readonly BattingRow[],
  key: (row: BattingRow) => string,
): void {
  for (const [group, members] of Map.groupBy(rows, key))
    totals.set(group, addRows(totals.get(group) ?? NO_TOTALS, members))
}
