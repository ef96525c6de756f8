import { listStatNames, marketFacts } from '@propsight/shared/domain'
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

/** Whether a line is plausible for a stat. */
export function plausibleLine(stat: string, line: number): boolean {
  const [low, high] = marketFacts(stat)?.plausible ?? [0.5, 150]
  return line >= low && line <= high
}
