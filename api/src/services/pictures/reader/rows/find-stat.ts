import { listStatNames } from '@propsight/shared/domain'
import { distance } from 'fastest-levenshtein'
import { isMarketWord, plainLetters } from './market-text.ts'

/** Further spellings of the offered markets: those of `findStatType`, and those of other books. */
const FURTHER_SPELLINGS: readonly (readonly [spelling: string, name: string])[] = [
  ['H+R+RBI', 'Hits+Runs+RBIs'],
  ['H+R+RBIs', 'Hits+Runs+RBIs'],
  ['Strikeouts', 'Pitcher Strikeouts'],
  ['Pitcher Hits Allowed', 'Hits Allowed'],
  ['RBI', 'RBIs'],
  ['Batter Strikeouts', 'Hitter Strikeouts'],
]

const SPELLINGS = [
  ...[...listStatNames('hitting'), ...listStatNames('pitching')].map((name) => [name, name] as const),
  ...FURTHER_SPELLINGS,
].map(([spelling, name]) => ({ plain: plainLetters(spelling), name }))

/** 'Singles+' is the beginning of another market. */
const pluses = (text: string): number => text.split('+').length

export interface FoundStat {
  name: string
  /** Edit distance of the normalised texts. */
  edits: number
}

/** Allowed edit distance: one letter in five. */
const allowedEdits = (letters: number) => Math.floor(letters / 5)

/**
 * Finds the offered stat named by a text, by edit distance to the fixed list.
 * @returns null if none is near enough, two are equally near, or the text names another market
 */
export function findStat(text: string): FoundStat | null {
  const normalised = plainLetters(text)
  if (normalised.length < 3) return null
  const ranked = SPELLINGS.filter((one) => Math.abs(one.plain.length - normalised.length) <= 4)
    .map((one) => ({ name: one.name, edits: distance(normalised, one.plain) }))
    .filter(({ edits }) => edits <= allowedEdits(normalised.length))
    .filter((one) => pluses(normalised) <= pluses(one.name))
    .toSorted((a, b) => a.edits - b.edits)
  const [best] = ranked
  if (!best) return null
  // 'Balks' is another market, and not a misread 'Walks'.
  if (best.edits > 0 && text.split(/\s+/).every(isMarketWord)) return null
  const rival = ranked.find(({ name }) => name !== best.name)
  return rival && rival.edits === best.edits ? null : best
}

/** Maximum number of words in the name of a stat: 'Hits + Runs + RBIs' has five. */
export const MAX_STAT_WORDS = 5

/**
 * Lowest and highest plausible line of each stat, with a margin. A line outside was probably read without its
 * decimal point. It only causes a doubt; no line is refused.
 */
const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  Hits: [0.5, 3.5],
  'Home Runs': [0.5, 1.5],
  'Total Bases': [0.5, 4.5],
  Runs: [0.5, 2.5],
  RBIs: [0.5, 3.5],
  'Hits+Runs+RBIs': [0.5, 6.5],
  'Hitter Fantasy Score': [3, 16],
  Singles: [0.5, 2.5],
  Doubles: [0.5, 1.5],
  Walks: [0.5, 2.5],
  'Stolen Bases': [0.5, 1.5],
  'Hitter Strikeouts': [0.5, 2.5],
  'Pitcher Strikeouts': [1.5, 12.5],
  'Pitcher Fantasy Score': [10, 60],
  'Pitching Outs': [5.5, 23.5],
  'Hits Allowed': [1.5, 9.5],
  'Earned Runs Allowed': [0.5, 5.5],
  'Walks Allowed': [0.5, 4.5],
}

/** Whether a line is plausible for a stat. */
export function plausibleLine(stat: string, line: number): boolean {
  const [low, high] = RANGES[stat] ?? [0.5, 150]
  return line >= low && line <= high
}
