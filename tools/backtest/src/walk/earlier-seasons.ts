import {
  type BattingTotals,
  type LeagueSeason,
  NO_TOTALS,
  type PitchingTotals,
} from '@propsight/shared/domain/engine'
import { type BattingRow, known, type PastSeason, type PitchingRow } from '../read/season.ts'
import { addRows } from './totals.ts'

const COUNTS = [
  'battersFaced',
  'hits',
  'homeRuns',
  'earnedRuns',
  'baseOnBalls',
  'hitByPitch',
  'strikeOuts',
] as const satisfies (keyof PitchingTotals)[]

function sumPitching(rows: readonly PitchingRow[]): PitchingTotals {
  const sum = (count: (typeof COUNTS)[number]) => rows.reduce((all, row) => all + known(row[count]), 0)
  const counts = Object.fromEntries(COUNTS.map((count) => [count, sum(count)])) as Record<
    (typeof COUNTS)[number],
    number
  >
  return { games: rows.length, starts: rows.filter(({ started }) => started).length, ...counts }
}

const sumBatting = (rows: readonly BattingRow[]): BattingTotals => addRows(NO_TOTALS, rows)

/** Sums the rows of each player. */
const byPlayer = <Row extends { readonly playerId: string }, Totals>(
  rows: readonly Row[],
  sum: (rows: readonly Row[]) => Totals,
): Map<string, Totals> =>
  new Map([...Map.groupBy(rows, ({ playerId }) => playerId)].map(([id, own]) => [id, sum(own)]))

/** Sums complete seasons per player, latest first. */
export const earlierSeasons = (seasons: readonly PastSeason[]): LeagueSeason<string>[] =>
  seasons
    .toSorted((a, b) => b.year - a.year)
    .map(({ year, rows }) => ({
      season: year,
      league: sumBatting(rows.batting),
      batting: byPlayer(rows.batting, sumBatting),
      pitching: byPlayer(rows.pitching, sumPitching),
    }))
