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
