import { statNamesOf } from '@propsight/shared/domain'
import { editDistance } from './edit-distance.ts'

/** Spellings beside the book's own (`statTypeOf` knows the same). */
const ALSO: readonly (readonly [spelling: string, name: string])[] = [
  ['H+R+RBI', 'Hits+Runs+RBIs'],
  ['H+R+RBIs', 'Hits+Runs+RBIs'],
  ['Strikeouts', 'Pitcher Strikeouts'],
  ['Pitcher Hits Allowed', 'Hits Allowed'],
]

/** What the recogniser mistakes for one another is one letter here. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[|!1i]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/8/g, 'b')
    .replace(/[^a-z+]/g, '')

const SPELLINGS = [
  ...[...statNamesOf('hitting'), ...statNamesOf('pitching')].map((name) => [name, name] as const),
  ...ALSO,
].map(([spelling, name]) => ({ plain: plain(spelling), name }))

export interface FoundStat {
  name: string
  /** Letters that differ, after what is easily mistaken is made equal. */
  off: number
}

/** One letter in five may be wrong. */
const allowed = (letters: number) => Math.floor(letters / 5)

/**
 * The stat that a text names, by edit distance to the fixed list.
 * @returns null when none is near, or two are equally near
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

/** The most words that a stat's name has. */
export const MOST_STAT_WORDS = 3
