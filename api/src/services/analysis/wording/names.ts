import { listClubs } from '@propsight/shared/domain/clubs'
import { PLAIN_WORDS } from './plain-words.ts'

/** Words that may begin a sentence with a capital letter. Any other first word must be in the facts. */
const OPENERS = new Set(
  (
    'a after against all also an and another as at based because both but by compared considering despite each even ' +
    'every expect facing fair for form from game games given has have having he here his if in it its keep less likely ' +
    'line look looking lately more most no not note of on only or our over overall part playing probability puts recent ' +
    'recently she since so some still that the their then there these they this those though through together tonight ' +
    "tonight's too under up we when where which while who with without yet you " +
    "engine numbers batting pitching starting league expectation interval history averaging that's he's it's"
  ).split(' '),
)

/** Removes accents and converts to lower case. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()

/** Lists the words of a text, `folded`. */
export const wordsIn = (text: string): string[] =>
  folded(text).match(/[\p{L}\d]+(?:['.-][\p{L}\d]+)*/gu) ?? []
const withoutPossessive = (word: string): string => word.replace(/'s$/, '')

/** Last words of the club names ('yankees', 'sox'), recognized in any case. */
const CLUBS = new Set(listClubs('baseball').flatMap(({ name }) => wordsIn(name).slice(-1)))

/** Lists the words of the facts, `folded`, also without possessive and split at hyphens and periods. */
export const wordsOfFacts = (phrases: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(
    Object.values(phrases)
      .flatMap(wordsIn)
      .flatMap((word) => [word, withoutPossessive(word), ...word.split(/[-.]/)]),
  )

/**
 * Whether a sentence contains a name that is not in the facts: a capitalized word that the facts do not contain.
 * Common first words of sentences are accepted.
 */
export function hasUnknownName(sentence: string, factWords: ReadonlySet<string>): boolean {
  const words = sentence.match(/[\p{L}\d]+(?:['’.-][\p{L}\d]+)*/gu) ?? []
  return words.some((word, at) => {
    const plain = withoutPossessive(folded(word))
    if (CLUBS.has(plain) && !factWords.has(plain)) return true
    if (!/\p{Lu}|\p{Lt}/u.test(word)) return false
    if (factWords.has(plain) || factWords.has(folded(word))) return false
    if (at === 0 && OPENERS.has(folded(word))) return false
    const parts = plain.split(/[-.]/).filter(Boolean)
    return parts.length < 2 || parts.some((part) => !factWords.has(part))
  })
}

/**
 * Whether every word is either without a meaning of its own or in the facts.
 * @param words in lower case, as in tokens
 */
export const isPlain = (words: readonly string[], factWords: ReadonlySet<string>): boolean =>
  words.every((word) => {
    const plain = withoutPossessive(folded(word))
    return (
      PLAIN_WORDS.has(word) || PLAIN_WORDS.has(plain) || factWords.has(plain) || factWords.has(folded(word))
    )
  })
