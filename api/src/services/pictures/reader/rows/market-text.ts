import { distance } from 'fastest-levenshtein'
import { currentWords, plainLetters } from './sport-words.ts'

/** 'Outs', 'Innings' and 'Starts' count only with one of these: alone they are the state of a game. */
const LIMITING = ['recorded', 'pitched', 'quality']
const ORDINAL = /^\d{1,2}(st|nd|rd|th)?\.?$/i

/** The words of the books in a text: parts around '+' and '/' count on their own, as in 'Singles+Doubles'. */
const partsOf = (text: string): string[] =>
  text
    .replace(/[()[\],]/g, '')
    .split(/(?<=[+/])|(?=[+/])/)
    .filter((part) => part !== '/' && part !== '')

/** The book's word that a part is, apart from letters that the recogniser confuses; null if it is none. */
const bookWord = (part: string): string | null =>
  currentWords().marketWords.get(plainLetters(part) || part) ?? null

/** Whether every part of a word occurs in names of markets: '1st', 'Inning', 'Runs', 'Singles+Doubles'. */
export const isMarketWord = (text: string): boolean => {
  const parts = partsOf(text)
  return parts.length > 0 && parts.every((part) => ORDINAL.test(part) || bookWord(part) !== null)
}

/** Whether words that occur in names of markets name one: they say what is counted. */
export function namesMarket(words: readonly string[]): boolean {
  const found = new Set(words.flatMap(partsOf).map(bookWord))
  const isOuting = ['outs', 'innings', 'starts'].some((word) => found.has(word))
  return (
    currentWords().nouns.some((word) => found.has(word)) ||
    (isOuting && LIMITING.some((word) => found.has(word)))
  )
}

/** A market's text for display: without signs at its ends. */
export const tidyMarket = (text: string): string =>
  text.replace(/^[^\p{L}\d(+]+|[^\p{L}\d)+]+$/gu, '').slice(0, 60)

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
  const ranked = currentWords()
    .spellings.filter((one) => Math.abs(one.plain.length - normalised.length) <= 4)
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
  const [low, high] = currentWords().markets[stat] ?? [0, Number.POSITIVE_INFINITY]
  return line >= low && line <= high
}
