import { type Box, boundingBox } from '../pixels/geometry.ts'
import type { TextLine, Word } from '../text-line.ts'
import type { NameField } from './parsed-field.ts'
import { readPosition } from './read-word.ts'
import { currentWords, keyOf } from './sport-words.ts'
import { continues } from './stacked-stats.ts'
import type { Token } from './tokens.ts'

/** Capitalised labels of betting apps, which are not names. */
const NOT_NAMES = new Set(
  `entry play power flex pick picks win wins payout popular lineup lineups place my current board today tomorrow live
  projections projection all stats stat line lines settings promo edit clear review submit add remove free taco mlb nba
  nfl pts player players pm am et mon tue wed thu fri sat sun selected standard`.split(/\s+/),
)
const SUFFIX = /^(jr\.?|sr\.?|ii|iii|iv)$/i
/** An upper-case word that is not part of a name: neither initials nor long enough to be a surname. */
const UPPER_CASE_CODE = /^(?!(\p{Lu}\.?){1,3}$)(?!.*\p{Lu}{4})(?!\p{Lu}'\p{Lu}{3})[^\p{Ll}]*$/u
const NAME_WORD = /^\p{Lu}[\p{L}.'’-]*$/u

/**
 * Corrects a recognised word of a name: 'lI' → 'II', 'lvan' → 'Ivan'. Null if it cannot be part of a name.
 */
export function nameWord(text: string): string | null {
  if (/^[Il1|i\][}{]{2,3}$/.test(text)) return 'I'.repeat(text.length)
  const bare = text.replace(/^[^\p{L}|]+|[^\p{L}.|-]+$/gu, '').replace(/[’‘`´]/g, "'")
  if (/^[Il1|i]{2,3}$/.test(bare)) return 'I'.repeat(bare.length)
  if (/^jr[.,]?$/i.test(bare)) return 'Jr.'
  const corrected = bare.replace(/^[l|](?=[^aeiou])/, 'I').replace(/^0/, 'O')
  if (readPosition(corrected)?.sure && !corrected.includes('.')) return null
  const label = corrected.toLowerCase()
  const isLabel = NOT_NAMES.has(label) || currentWords().labels.has(label)
  if (!NAME_WORD.test(corrected) || UPPER_CASE_CODE.test(corrected) || isLabel) return null
  return corrected
}

/** Signs, digits or capitals inside a word of a name are misread. */
const UNSURE = /[^\p{L}.,'’-]|\p{Ll}\p{Lu}{2}/u

interface Fragment extends Pick<TextLine, 'box' | 'capitalHeight'> {
  words: string[]
  sources: Word[]
  /** Whether it is followed by a short unreadable word, possibly a suffix. */
  followedByUnread: boolean
  textLine: TextLine
}

/** The first run of words in a line that may be a name or a part of one. */
function findFragment(textLine: TextLine, used: ReadonlySet<number>): Fragment | null {
  const words: string[] = []
  const sources: Word[] = []
  let followedByUnread = false
  for (const [index, word] of textLine.words.entries()) {
    const read = used.has(index) ? null : nameWord(word.text)
    if (read) {
      words.push(read)
      sources.push(word)
    } else if (words.length) {
      followedByUnread = !used.has(index) && /\w/.test(word.text) && word.text.length < 5
      break
    }
  }
  if (!words.length || words.join('').length < 2) return null
  return {
    words,
    sources,
    followedByUnread,
    textLine,
    capitalHeight: textLine.capitalHeight,
    box: boundingBox(sources.map(({ box }) => box)),
  }
}

const unreadable = ({ words }: TextLine) =>
  words.every(({ text, confidence }) => text.length < 4 && confidence < 75)

const joined = (words: readonly string[]) => words.join(' ').replaceAll('- ', '-')

/** Whether the words are a complete name: at least two without suffixes. */
const isCompleteName = (words: readonly string[]) =>
  words.filter((word) => !SUFFIX.test(word) && word.replace(/\W/g, '').length > 0).length >= 2

/**
 * Joins an incomplete or hyphenated name ('Delacruz-') with the line below, and a name with a suffix below.
 */
function joinContinuations(fragment: Fragment, fragments: readonly Fragment[]): Fragment[] {
  const parts = [fragment]
  let above = fragment
  while (parts.length < 3) {
    const next = fragments.find((other) => !parts.includes(other) && continues(above, other))
    const words = parts.flatMap((part) => part.words)
    const goesOn = !isCompleteName(words) || words.at(-1)?.endsWith('-')
    const onlySuffix = next?.words.every((word) => SUFFIX.test(word))
    if (!next || !(goesOn || onlySuffix)) break
    parts.push(next)
    above = next
  }
  return parts
}

/**
 * Finds names: at least two capitalised words that are not part of another field, in one or more lines.
 * @param textLines each text line with the indexes of the words used by other fields
 */
export function findNames(
  textLines: readonly { textLine: TextLine; used: ReadonlySet<number> }[],
): NameField[] {
  const fragments = textLines.flatMap(({ textLine, used }) => findFragment(textLine, used) ?? [])
  const continued = new Set<Fragment>()
  return fragments.flatMap((fragment) => {
    if (continued.has(fragment)) return []
    const parts = joinContinuations(fragment, fragments)
    const words = parts.flatMap((part) => part.words)
    if (!isCompleteName(words) || words.length > 5) return []
    const last = parts.at(-1)
    // A hardly readable line below is usually a suffix: 'II' and 'III' consist of bars only.
    const followedByUnread = textLines.some(
      ({ textLine }) => last && unreadable(textLine) && continues(last, textLine),
    )
    for (const part of parts.slice(1)) continued.add(part)
    const boxes: Box[] = parts.map(({ box }) => box)
    return [
      {
        kind: 'name',
        value: joined(words),
        sure:
          !followedByUnread &&
          !words.at(-1)?.endsWith('-') &&
          parts.every(
            ({ sources, followedByUnread }) =>
              !followedByUnread && sources.every(({ text }) => !UNSURE.test(text)),
          ),
        confidence: Math.min(...parts.flatMap(({ sources }) => sources.map(({ confidence }) => confidence))),
        box: boundingBox(boxes),
        textLine: fragment.textLine,
      },
    ]
  })
}

/** Words of the longest name: "Toronto Blue Jays", "St. Louis Cardinals". */
const MAX_WORDS = 3

/** The code of the club that a text names; null for other texts, and for a city with two clubs. */
export function findClubByName(text: string): string | null {
  const key = keyOf(text).trim()
  const { byNickname, byPlace } = currentWords()
  return byNickname.get(key) ?? byPlace.get(key) ?? null
}

interface NamedClub {
  run: Token[]
  /** Null for a city with two clubs. */
  code: string | null
}

/** Whether two tokens may be words of one name: nothing is printed between them. */
const adjoins = (before: Token, after: Token): boolean =>
  after.index - before.index <= 1 &&
  !/[^\p{L}.'’]$/u.test(before.word.text) &&
  !/^[^\p{L}'’]/u.test(after.word.text)

const isNameBeside = (token: Token | undefined, place: Token, isBefore: boolean): boolean =>
  token !== undefined &&
  nameWord(token.text) !== null &&
  !/^vs?\.?$/i.test(token.text) &&
  (isBefore ? adjoins(token, place) : adjoins(place, token))

/** The longest name of a club that begins at a token. */
function clubAt(tokens: readonly Token[], at: number): NamedClub | null {
  const { byNickname, byPlace } = currentWords()
  for (let length = MAX_WORDS; length > 0; length -= 1) {
    const run = tokens.slice(at, at + length)
    const key = run.map(({ text }) => keyOf(text)).join(' ')
    const code = byNickname.get(key) ?? byPlace.get(key)
    if (code !== undefined) return { run, code }
  }
  return null
}

/**
 * Whether a city of one word is a part of a player's name: 'Phoenix Sanders', 'Tyler Houston', 'De La Cruz'. A short
 * form is a city in capitals only.
 */
function isPartOfName(
  { run }: NamedClub,
  tokens: readonly Token[],
  at: number,
  isAfterClub: boolean,
): boolean {
  const [word, second] = run
  if (!word || second || !currentWords().byPlace.has(keyOf(word.text))) return false
  if (word.text.length <= 3 && word.text !== word.text.toUpperCase()) return true
  const next = tokens[at + 1]
  return (
    (!isAfterClub && isNameBeside(tokens[at - 1], word, true)) ||
    (clubAt(tokens, at + 1) === null && isNameBeside(next, word, false))
  )
}

/**
 * Replaces the names of clubs by one token with the code: 'New York Yankees' and 'Boston' become 'NYY' and 'BOS'. The
 * name of a city with two clubs is removed, since it does not say which of them is meant.
 * @returns the tokens, and the indexes of the words of these names
 */
export function joinClubNames(tokens: readonly Token[]): { tokens: Token[]; named: Set<number> } {
  const joined: Token[] = []
  const named = new Set<number>()
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) break
    const club = clubAt(tokens, at)
    if (!club || isPartOfName(club, tokens, at, named.has(tokens[at - 1]?.index ?? -1))) {
      joined.push(token)
      continue
    }
    const { run, code } = club
    for (const { index } of run) named.add(index)
    at += run.length - 1
    if (code === null) continue
    const words = run.map(({ word }) => word)
    const confidence = Math.min(...words.map((word) => word.confidence))
    const box = boundingBox(words.map((word) => word.box))
    joined.push({ text: code, word: { text: code, confidence, box }, index: token.index })
  }
  return { tokens: joined, named }
}
