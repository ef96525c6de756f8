import { listClubs } from '@propsight/shared/domain/clubs'
import { PLAIN_WORDS } from './plain-words.ts'

/** Words that may begin a sentence; anybody's name may be the first word, too, and is to be known. */
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

/** Without accents, in small letters. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()

/** The words of a text, `folded`. */
export const wordsIn = (text: string): string[] =>
  folded(text).match(/[\p{L}\d]+(?:['.-][\p{L}\d]+)*/gu) ?? []
const simple = (word: string): string => word.replace(/'s$/, '')

/** 'yankees', 'sox': known in whatever case. */
const CLUBS = new Set(listClubs('baseball').flatMap(({ name }) => wordsIn(name).slice(-1)))

/** Words of the facts, as names and places are written there. */
export const knownWords = (phrases: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(
    Object.values(phrases)
      .flatMap(wordsIn)
      .flatMap((word) => [word, simple(word), ...word.split(/[-.]/)]),
  )

/**
 * Whether a sentence names somebody or something that the facts do not: a word with a capital that is none of theirs.
 * The first word is let through where sentences begin with it.
 */
export function namesAStranger(sentence: string, known: ReadonlySet<string>): boolean {
  const words = sentence.match(/[\p{L}\d]+(?:['’.-][\p{L}\d]+)*/gu) ?? []
  return words.some((word, at) => {
    const plain = simple(folded(word))
    if (CLUBS.has(plain) && !known.has(plain)) return true
    if (!/\p{Lu}|\p{Lt}/u.test(word)) return false
    if (known.has(plain) || known.has(folded(word))) return false
    if (at === 0 && OPENERS.has(folded(word))) return false
    const parts = plain.split(/[-.]/).filter(Boolean)
    return parts.length < 2 || parts.some((part) => !known.has(part))
  })
}

/**
 * Whether every word is one that says nothing by itself, or the facts' own.
 * @param words in lower case, as tokens have them
 */
export const isPlain = (words: readonly string[], known: ReadonlySet<string>): boolean =>
  words.every((word) => {
    const plain = simple(folded(word))
    return PLAIN_WORDS.has(word) || PLAIN_WORDS.has(plain) || known.has(plain) || known.has(folded(word))
  })
