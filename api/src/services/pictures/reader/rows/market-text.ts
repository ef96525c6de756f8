import { listStatNames, marketFacts } from '@propsight/shared/domain'
import { distance } from 'fastest-levenshtein'

/** Lower-case letters in which those that the recogniser confuses are equal. */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[|!1i]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/8/g, 'b')
    .replace(/[^a-z+]/g, '')

const wordsOf = (list: string): readonly string[] => list.split(/\s+/)

/** What a market counts, as the books name it. */
const NOUNS = wordsOf(
  `appearances assists balks balls barrels bases bats batters bunts changeups curveballs doubles fastballs flyouts
  groundouts hits homers hrs ks lineouts pitches points putouts rbi rbis runs saves singles sliders speed steals
  strikeouts strikes swings triples velocity walks whiffs wins`,
)
/** Words that narrow a market down, and do not name a market alone. */
const QUALIFIERS = wordsOf(
  `allowed at base batter batting by called caught combined combo double earned extra faced fantasy faster fastest first
  fly ground hit hitter home innings inning inn longest left max on outs pitch pitched pitcher pitching plate plays
  quality recorded score second starts stealing stolen swinging team third thrown through total + &`,
)
/** 'Outs', 'Innings' and 'Starts' count only with one of these: alone they are the state of a game. */
const LIMITING = ['recorded', 'pitched', 'quality']
const ORDINAL = /^\d{1,2}(st|nd|rd|th)?\.?$/i

const KNOWN = new Map<string, string>(
  [...NOUNS, ...QUALIFIERS].map((word) => [plainLetters(word) || word, word]),
)
/** The words of the books in a text: parts around '+' and '/' count on their own, as in 'Singles+Doubles'. */
const partsOf = (text: string): string[] =>
  text
    .replace(/[()[\],]/g, '')
    .split(/(?<=[+/])|(?=[+/])/)
    .filter((part) => part !== '/' && part !== '')

/** The book's word that a part is, apart from letters that the recogniser confuses; null if it is none. */
const bookWord = (part: string): string | null => KNOWN.get(plainLetters(part) || part) ?? null

/** Whether every part of a word occurs in names of markets: '1st', 'Inning', 'Runs', 'Singles+Doubles'. */
export const isMarketWord = (text: string): boolean => {
  const parts = partsOf(text)
  return parts.length > 0 && parts.every((part) => ORDINAL.test(part) || bookWord(part) !== null)
}

/** Whether words that occur in names of markets name one: they say what is counted. */
export function namesMarket(words: readonly string[]): boolean {
  const found = new Set(words.flatMap(partsOf).map(bookWord))
  const isOuting = ['outs', 'innings', 'starts'].some((word) => found.has(word))
  return NOUNS.some((word) => found.has(word)) || (isOuting && LIMITING.some((word) => found.has(word)))
}

/** A market's text for display: without signs at its ends. */
export const tidyMarket = (text: string): string =>
  text.replace(/^[^\p{L}\d(+]+|[^\p{L}\d)+]+$/gu, '').slice(0, 60)

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

interface FoundStat {
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
