import { listStatNames, type OddsType } from '@propsight/shared/domain'
import { listClubs } from '@propsight/shared/domain/clubs'
import type { Dice } from './random.ts'
import { type NamePool, nameFrom } from './names.ts'

/** One row of a card: the expected result of reading it. */
export interface CardRow {
  name: string
  team: string
  position: string
  opponent: string
  home: boolean
  /** Game time, for example 'Fri' and '7:10'; the style adds AM or PM. */
  day: string
  hour: string
  line: number
  side: 'More' | 'Less'
  stat: string
  oddsType: OddsType
}

const BATTERS = ['C', '1B', '2B', '3B', 'SS', 'LF', 'CF', 'RF', 'OF', 'DH']
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Lowest and highest line by market. Markets with a maximum above 8 also have whole numbers. */
const LINES: Record<string, readonly [number, number]> = {
  Hits: [0.5, 2.5],
  'Home Runs': [0.5, 1.5],
  'Total Bases': [0.5, 3.5],
  Runs: [0.5, 1.5],
  RBIs: [0.5, 2.5],
  'Hits+Runs+RBIs': [0.5, 4.5],
  'Hitter Fantasy Score': [4.5, 12],
  Singles: [0.5, 1.5],
  Doubles: [0.5, 0.5],
  Walks: [0.5, 1.5],
  'Stolen Bases': [0.5, 1.5],
  'Hitter Strikeouts': [0.5, 2.5],
  'Pitcher Strikeouts': [2.5, 9.5],
  'Pitcher Fantasy Score': [20.5, 44.5],
  'Pitching Outs': [11.5, 20.5],
  'Hits Allowed': [2.5, 7.5],
  'Earned Runs Allowed': [0.5, 4.5],
  'Walks Allowed': [0.5, 3.5],
}

function lineOf(stat: string, dice: Dice): number {
  const [low, high] = LINES[stat] ?? [0.5, 1.5]
  const line = low + dice.whole(0, high - low)
  return high > 8 && dice.chance(0.2) ? Math.floor(line) : line
}

/** Generates one row with an invented player. */
export function cardRow(pool: NamePool, dice: Dice, used: Set<string>): CardRow {
  const pitcher = dice.chance(0.3)
  const stat = dice.pick(listStatNames(pitcher ? 'pitching' : 'hitting'))
  const [team, opponent] = dice.shuffled(listClubs('baseball').map(({ code }) => code))
  const oddsType = dice.chance(0.2) ? dice.pick(['goblin', 'demon'] as const) : 'standard'
  return {
    name: nameFrom(pool, dice, used),
    team: team ?? '',
    opponent: opponent ?? '',
    home: dice.chance(0.5),
    position: pitcher ? 'P' : dice.pick(BATTERS),
    day: dice.pick(DAYS),
    hour: `${dice.pick([1, 3, 4, 6, 7, 8, 9, 10])}:${dice.pick(['05', '07', '10', '15', '35', '40', '45'])}`,
    line: lineOf(stat, dice),
    side: oddsType === 'standard' && dice.chance(0.45) ? 'Less' : 'More',
    stat,
    oddsType,
  }
}
