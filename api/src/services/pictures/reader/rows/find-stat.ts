import { listStatNames } from '@propsight/shared/domain'
import { editDistance } from './edit-distance.ts'

/** Further spellings in addition to the book's names; the same as in `findStatType`. */
const ALSO: readonly (readonly [spelling: string, name: string])[] = [
  ['H+R+RBI', 'Hits+Runs+RBIs'],
  ['H+R+RBIs', 'Hits+Runs+RBIs'],
  ['Strikeouts', 'Pitcher Strikeouts'],
  ['Pitcher Hits Allowed', 'Hits Allowed'],
]

/** Normalised text in which letters that the recogniser confuses are equal. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[|!1i]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/8/g, 'b')
    .replace(/[^a-z+]/g, '')

const SPELLINGS = [
  ...[...listStatNames('hitting'), ...listStatNames('pitching')].map((name) => [name, name] as const),
  ...ALSO,
].map(([spelling, name]) => ({ plain: plain(spelling), name }))

export interface FoundStat {
  name: string
  /** Edit distance of the normalised texts. */
  off: number
}

/** Allowed edit distance: one letter in five. */
const allowed = (letters: number) => Math.floor(letters / 5)

/**
 * Finds the stat named by a text, by edit distance to the fixed list.
 * @returns null if none is near enough, or two are equally near
 */
export function findStat(text: string): FoundStat | null {
  const wanted = plain(text)
  if (wanted.length < 3) return null
  const ranked = SPELLINGS.filter((one) => Math.abs(one.plain.length - wanted.length) <= 4)
    .map((one) => ({ name: one.name, off: editDistance(wanted, one.plain) }))
    .filter(({ off }) => off <= allowed(wanted.length))
    .toSorted((a, b) => a.off - b.off)
  const [best] = ranked
  if (!best) return null
  const rival = ranked.find(({ name }) => name !== best.name)
  return rival && rival.off === best.off ? null : best
}

/** Maximum number of words in the name of a stat. */
export const MOST_STAT_WORDS = 3
