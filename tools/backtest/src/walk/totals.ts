import { addTotals, type BattingTotals, type LeagueStarts, NO_TOTALS } from '@propsight/shared/domain/engine'
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

/** Sums of the starts of pitchers who have only started, as in `LeagueStarts`. */
export class LeagueStartTotals {
  /** By pitcher; null after an appearance in relief. */
  readonly #pitchers = new Map<string, LeagueStarts | null>()
  #totals: LeagueStarts | null = null

  feed(rows: readonly PitchingRow[]): void {
    for (const row of rows) {
      const known = this.#pitchers.get(row.playerId)
      const sums = row.started && known !== null ? (known ?? NO_STARTS) : null
      this.#pitchers.set(row.playerId, sums && addStarts(sums, { ...row, starts: 1 }))
    }
    this.#totals = null
  }

  totals(): LeagueStarts {
    this.#totals ??= [...this.#pitchers.values()].reduce<LeagueStarts>(
      (sum, one) => (one ? addStarts(sum, one) : sum),
      NO_STARTS,
    )
    return this.#totals
  }
}

const NO_STARTS: LeagueStarts = { starts: 0, battersFaced: 0, outs: 0, strikeOuts: 0, baseOnBalls: 0 }

/** Sum of two totals of starts. */
export const addStarts = (a: LeagueStarts, b: LeagueStarts): LeagueStarts => ({
  starts: a.starts + b.starts,
  battersFaced: a.battersFaced + b.battersFaced,
  outs: a.outs + b.outs,
  strikeOuts: a.strikeOuts + b.strikeOuts,
  baseOnBalls: a.baseOnBalls + b.baseOnBalls,
})
