import { listClubs } from '@propsight/shared/domain/clubs'
import { boundingBox } from '../pixels/geometry.ts'
import { nameWord } from './find-names.ts'
import type { Token } from './tokens.ts'

/** A name without signs and capitals, for comparison. The apostrophe stays: "A's" is a club, 'as' is not. */
const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[^a-z' ]/g, '')

/** Cities and nicknames that the list of clubs does not have. */
const OTHER_PLACES: Readonly<Record<string, readonly string[]>> = {
  ATH: ['oakland', 'sacramento', 'las vegas'],
}
const OTHER_NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  ATH: ["a's"],
  AZ: ['dbacks', 'd backs'],
  TOR: ['jays'],
}

/** The short form of a city: 'ny', 'la', 'chi'. */
const shortPlace = (place: string): string =>
  place.includes(' ') ? place.replace(/\B\w+| /g, '') : place.slice(0, 3)

/** The names of a club: its cities, and its nicknames. */
function namesOf({ code, name }: { code: string; name: string }) {
  const words = keyOf(name).split(' ')
  const nicknameWords = / (sox|jays)$/.test(keyOf(name)) ? 2 : 1
  return {
    code,
    places: [words.slice(0, -nicknameWords).join(' '), ...(OTHER_PLACES[code] ?? [])].filter(Boolean),
    nicknames: [words.slice(-nicknameWords).join(' '), ...(OTHER_NICKNAMES[code] ?? [])],
  }
}
const CLUBS = listClubs('baseball').map(namesOf)

/** Each club's code by its nickname, alone or after its city: 'yankees', 'new york yankees', 'ny yankees'. */
const BY_NICKNAME: ReadonlyMap<string, string> = new Map(
  CLUBS.flatMap(({ code, places, nicknames }) =>
    nicknames.flatMap((nickname) =>
      ['', code.toLowerCase(), ...places, ...places.map(shortPlace)].map(
        (place) => [`${place} ${nickname}`.trim(), code] as const,
      ),
    ),
  ),
)

/** The code of the only club of a city, or null for a city with two clubs; these also by their short form. */
const BY_PLACE: ReadonlyMap<string, string | null> = new Map(
  CLUBS.flatMap(({ code, places }) =>
    places.flatMap((place): [string, string | null][] => {
      const isShared = CLUBS.some((other) => other.code !== code && other.places.includes(place))
      return isShared ? [place, shortPlace(place)].map((name) => [name, null]) : [[place, code]]
    }),
  ),
)
/** Words of the longest name: "Toronto Blue Jays", "St. Louis Cardinals". */
const MAX_WORDS = 3

/** The code of the club that a text names; null for other texts, and for a city with two clubs. */
export function findClubByName(text: string): string | null {
  const key = keyOf(text).trim()
  return BY_NICKNAME.get(key) ?? BY_PLACE.get(key) ?? null
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
  for (let length = MAX_WORDS; length > 0; length -= 1) {
    const run = tokens.slice(at, at + length)
    const key = run.map(({ text }) => keyOf(text)).join(' ')
    const code = BY_NICKNAME.get(key) ?? BY_PLACE.get(key)
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
  if (!word || second || !BY_PLACE.has(keyOf(word.text))) return false
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
