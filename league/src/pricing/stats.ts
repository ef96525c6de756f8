import { hitterFantasyScore, pitcherFantasyScore } from '@propsight/shared/domain'
import type { LineTable } from '../world/line-table.ts'
import { BAT, PIT } from '../world/stat-fields.ts'

/** A market that the book prices, with the function that reads its value from one line of a table. */
export interface PricedStat {
  readonly name: string
  readonly value: (table: LineTable, line: number) => number
}

const bat = (field: number) => (table: LineTable, line: number) => table.count(line, field)

const totalBases = (table: LineTable, line: number): number =>
  table.count(line, BAT.hits) +
  table.count(line, BAT.doubles) +
  2 * table.count(line, BAT.triples) +
  3 * table.count(line, BAT.homeRuns)

const hitterFantasy = (table: LineTable, line: number): number =>
  hitterFantasyScore({
    hits: table.count(line, BAT.hits),
    doubles: table.count(line, BAT.doubles),
    triples: table.count(line, BAT.triples),
    homeRuns: table.count(line, BAT.homeRuns),
    runs: table.count(line, BAT.runs),
    rbi: table.count(line, BAT.rbi),
    baseOnBalls: table.count(line, BAT.baseOnBalls),
    hitByPitch: table.count(line, BAT.hitByPitch),
    stolenBases: table.count(line, BAT.stolenBases),
  })

const pitcherFantasy = (table: LineTable, line: number): number =>
  pitcherFantasyScore({
    outs: table.count(line, PIT.outs),
    strikeOuts: table.count(line, PIT.strikeOuts),
    earnedRuns: table.count(line, PIT.earnedRuns),
  })

/** The book's batter markets, with the names that the lines service uses. */
export const BATTER_STATS: readonly PricedStat[] = [
  { name: 'Hits', value: bat(BAT.hits) },
  { name: 'Total Bases', value: totalBases },
  {
    name: 'Hits+Runs+RBIs',
    value: (table, line) =>
      table.count(line, BAT.hits) + table.count(line, BAT.runs) + table.count(line, BAT.rbi),
  },
  { name: 'Runs', value: bat(BAT.runs) },
  { name: 'RBIs', value: bat(BAT.rbi) },
  { name: 'Home Runs', value: bat(BAT.homeRuns) },
  { name: 'Hitter Fantasy Score', value: hitterFantasy },
  { name: 'Walks', value: bat(BAT.baseOnBalls) },
]

/** The book's markets for starting pitchers. */
export const PITCHER_STATS: readonly PricedStat[] = [
  { name: 'Pitcher Strikeouts', value: bat(PIT.strikeOuts) },
  { name: 'Hits Allowed', value: bat(PIT.hits) },
  { name: 'Pitching Outs', value: bat(PIT.outs) },
  { name: 'Pitcher Fantasy Score', value: pitcherFantasy },
  { name: 'Walks Allowed', value: bat(PIT.baseOnBalls) },
]
