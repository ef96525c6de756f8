import { listStatNames, type OddsType } from '@propsight/shared/domain'
import { listClubs } from '@propsight/shared/domain/clubs'

/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  pick<T>(from: readonly T[]): T
  /** True with this probability, 0 to 1. */
  chance(of: number): boolean
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number
  shuffled<T>(from: readonly T[]): T[]
}

/** Creates a mulberry32 generator, which is sufficient to vary pictures. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(from: readonly T[]): T => {
    if (!from.length) throw new Error('nothing to pick from')
    return from[integer(0, from.length - 1)] as T
  }
  const shuffled = <T>(from: readonly T[]): T[] =>
    from
      .map((value) => ({ value, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ value }) => value)
  return { next, pick, chance: (of) => next() < of, integer, shuffled }
}

/** Invented first and last names. The two pools share none, so that the reader cannot be tuned to names. */
export interface NamePool {
  first: readonly string[]
  last: readonly string[]
}

export const TUNING_NAMES: NamePool = {
  first:
    `Marcus Andrés Tyler Jesús Wilmer Cole Brandon Luis J.P. Hunter Rafael Mitch Kenta Ozzie Gavin Iván Trevor
    Dominic Elián Reid`.split(/\s+/),
  last: `Vellano Okafor Brightwater Núñez Castellón Hargrove O'Dell Yamashiro Pettibone Delacruz-Reyes Whitlock Ibarra
    Stromberg Quintanilla McAvoy Tillery Báez-Ortiz Lindqvist Farrow D'Amico`.split(/\s+/),
}

export const HELD_OUT_NAMES: NamePool = {
  first:
    `Desmond Félix Logan Óscar Yoandy Zach Garrett Sebastián A.J. Kyle Hiroto Emmanuel Spencer Julio Nate Adrián
    Corbin Wander Miles Ty`.split(/\s+/),
  last: `Abernathy Fuentes Kowalczyk Peña Gallardo-Ruiz Thornhill O'Hearn Matsumura Villaseñor Crenshaw Barlowe Ledesma
    McTavish Oyelaran Sandoval Prewitt Jiménez Vandermeer Holloway D'Arcy`.split(/\s+/),
}

/** Generates a name that is not in `used` and adds it. One in eight has a suffix. */
export function nameFrom({ first, last }: NamePool, dice: Random, used: Set<string>): string {
  for (;;) {
    const suffix = dice.chance(1 / 8) ? ` ${dice.pick(['Jr.', 'II', 'III'])}` : ''
    const name = `${dice.pick(first)} ${dice.pick(last)}${suffix}`
    if (used.has(name)) continue
    used.add(name)
    return name
  }
}

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

function lineOf(stat: string, dice: Random): number {
  const [low, high] = LINES[stat] ?? [0.5, 1.5]
  const line = low + dice.integer(0, high - low)
  return high > 8 && dice.chance(0.2) ? Math.floor(line) : line
}

/** Generates one row with an invented player. */
export function cardRow(pool: NamePool, dice: Random, used: Set<string>): CardRow {
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
