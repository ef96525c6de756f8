import { distance } from 'fastest-levenshtein'
import { boundingBox } from '../pixels/geometry.ts'
import type { TextLine, Word } from '../text-line.ts'
import { findNames } from './find-names.ts'
import { findStat, MAX_STAT_WORDS } from './find-stat.ts'
import { fieldsOfKind, type OpponentField, type ParsedField, type TeamField } from './parsed-field.ts'
import { type ReadWord, readClub, readNumber, readPosition, readSide } from './read-word.ts'
import { continues, stackedStats } from './stacked-stats.ts'

/** A part of a word with its own meaning: 'TB-C' has two tokens. */
export interface Token {
  text: string
  word: Word
  /** Index of the word in its text line. */
  index: number
}

/** Signs that separate tokens. */
const SEPARATORS = /[\s\-–—·•|/,;()[\]~_]+/

/** The sign '@' and its frequent misreadings. */
const AT = /[@©®]+/g

/** A number and a word without a space between them: '2.5RBIs'. */
const GLUED = /^(\d{1,2}(?:\.\d)?)([A-Z][a-z+].*|RBIs?)$/

/** The tokens of all words in order; '@' is always a token of its own. */
export const tokensOf = (textLine: TextLine): Token[] =>
  textLine.words.flatMap((word, index) =>
    word.text
      .replace(AT, ' @ ')
      .replace(GLUED, '$1 $2')
      .split(SEPARATORS)
      .filter((text) => text !== '')
      .map((text) => ({ text, word, index })),
  )

const DAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$/i
const HOUR = /^(\d{1,2})[:.](\d{2})([ap]\.?m\.?)?$/i
const AGAINST = /^(vs?\.?|at|@)$/i

/** The fields of one text line, and the indexes of the words they use. */
export interface LineFields {
  parsedFields: ParsedField[]
  used: ReadonlySet<number>
}

/** Splits a club and a position without a space between them, such as 'CLEP'. */
function splitClub(text: string): [string, string] | null {
  for (const length of [3, 2]) {
    const club = text.slice(0, length)
    const position = text.slice(length)
    if (position && readClub(club)?.sure && readPosition(position)?.sure) return [club, position]
  }
  return null
}

/**
 * Finds sides, numbers, clubs, opponents, times, odds types and stats in a line. The remaining words may be
 * names.
 */
export function fieldsInLine(textLine: TextLine): LineFields {
  const tokens = tokensOf(textLine).flatMap((token): Token[] => {
    const parts = readClub(token.text) ? null : splitClub(token.text)
    return parts ? parts.map((text) => ({ ...token, text })) : [token]
  })
  const parsedFields: ParsedField[] = []
  const used = new Set<number>()
  const taken = new Set<Token>()
  const base = (fieldTokens: readonly Token[], sure: boolean) => {
    for (const token of fieldTokens) {
      taken.add(token)
      used.add(token.index)
    }
    const words = fieldTokens.map(({ word }) => word)
    return {
      sure,
      confidence: Math.min(...words.map(({ confidence }) => confidence)),
      box: boundingBox(words.map(({ box }) => box)),
      textLine,
    }
  }

  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    const before = tokens[at - 1]
    if (taken.has(token)) return
    const opponent = AGAINST.test(token.text) && next ? readClub(next.text) : null
    if (opponent && next) {
      const homeAway = /^v/i.test(token.text) ? ('HOME' as const) : ('AWAY' as const)
      parsedFields.push({
        kind: 'opponent',
        value: { opponent: opponent.value, homeAway },
        ...base([token, next], opponent.sure),
      })
      return
    }
    const hour = HOUR.exec(token.text)
    if (hour && Number(hour[1]) < 24 && Number(hour[2]) < 60) {
      const half = !hour[3] && next && /^[ap]\.?m\.?$/i.test(next.text) ? next : null
      const day = before && DAY.test(before.text) ? before : null
      const parts = [...(day ? [day] : []), token, ...(half ? [half] : [])]
      parsedFields.push({
        kind: 'time',
        value: parts.map(({ text }) => text).join(' '),
        ...base(parts, true),
      })
      return
    }
    const side = readSide(token.text)
    // In a longer line a word like 'Jess' is a name, not a misread 'Less'.
    if (side && (side.sure || textLine.words.length <= 2)) {
      parsedFields.push({ kind: 'side', value: side.value, ...base([token], side.sure) })
      return
    }
    const odds = (['goblin', 'demon'] as const).find((word) => distance(word, token.text.toLowerCase()) < 2)
    if (odds) parsedFields.push({ kind: 'odds', value: odds, ...base([token], true) })
  })
  parsedFields.push(...clubFields(tokens, taken, base))
  parsedFields.push(...numberFields(textLine, tokens, taken, base))
  parsedFields.push(...statFields(tokens, taken, base))
  return { parsedFields, used }
}

type Base = (
  fieldTokens: readonly Token[],
  sure: boolean,
) => Pick<ParsedField, 'sure' | 'confidence' | 'box' | 'textLine'>

/** Restores a decimal point that was seen in the image but not recognised: '25' with a point becomes 2.5. */
function withPoint(
  number: ReadWord<number> | null,
  { box }: Word,
  textLine: TextLine,
): ReadWord<number> | null {
  if (!number || !Number.isInteger(number.value) || number.value < 5 || number.value % 5) return number
  const digits = String(number.value).length
  const share = (x: number) => (x - box.x0) / (box.x1 - box.x0)
  const seen = textLine.points.some((x) => share(x) > 0.15 && share(x) < 1 - 0.4 / digits)
  return seen ? { value: number.value / 10, sure: number.sure } : number
}

/** Numbers that can be a line: multiples of a half that are not amounts of money, percentages or times. */
const numberFields = (
  textLine: TextLine,
  tokens: readonly Token[],
  taken: ReadonlySet<Token>,
  base: Base,
): ParsedField[] =>
  tokens.flatMap((token): ParsedField[] => {
    if (taken.has(token) || /[$%]|:\d\d/.test(token.word.text)) return []
    const number = withPoint(readNumber(token.text), token.word, textLine)
    return number ? [{ kind: 'number', value: number.value, ...base([token], number.sure) }] : []
  })

/** Clubs that are not an opponent: the player's own club, with the position next to it. */
function clubFields(tokens: readonly Token[], taken: ReadonlySet<Token>, base: Base): ParsedField[] {
  return tokens.flatMap((token, at): ParsedField[] => {
    const club = taken.has(token) ? null : readClub(token.text)
    if (!club) return []
    const neighbour = [tokens[at + 1], tokens[at - 1]].flatMap((one) => {
      // '18' may be a misread '1B': next to a club it is a position, not a number.
      const position = one ? readPosition(one.text) : null
      return one && position ? [{ token: one, position }] : []
    })[0]
    if (!neighbour && !club.sure) return []
    const value = {
      team: club.value,
      position: neighbour?.position.value ?? '',
      positionSure: neighbour?.position.sure ?? false,
    }
    return [{ kind: 'team', value, ...base(neighbour ? [token, neighbour.token] : [token], club.sure) }]
  })
}

/** Stats, as the longest runs of words that name one. */
function statFields(tokens: readonly Token[], taken: ReadonlySet<Token>, base: Base): ParsedField[] {
  const found: ParsedField[] = []
  for (let length = MAX_STAT_WORDS; length > 0; length -= 1)
    for (let from = 0; from + length <= tokens.length; from += 1) {
      const run = tokens.slice(from, from + length)
      if (run.some((token) => taken.has(token))) continue
      const stat = findStat(run.map(({ text }) => text).join(' '))
      if (stat) found.push({ kind: 'stat', value: stat.name, ...base(run, stat.edits === 0) })
    }
  return found
}

/** The opponent, if its club code is in the line below: 'Fri 7:10 PM @' above 'TB'. */
function opponentBelow(club: TeamField, textLines: readonly TextLine[]): OpponentField | null {
  if (club.value.position || club.textLine.words.length > 1) return null
  const above = textLines.find(
    (textLine) => continues(textLine, club.textLine) && /(^|\s)(@|at|vs?\.?)$/i.test(textOf(textLine)),
  )
  if (!above) return null
  const homeAway = /(@|at)$/i.test(textOf(above)) ? ('AWAY' as const) : ('HOME' as const)
  return { ...club, kind: 'opponent', value: { opponent: club.value.team, homeAway } }
}

const textOf = (textLine: TextLine) =>
  textLine.words
    .map(({ text }) => text)
    .join(' ')
    .replace(/[©®]/g, '@')

/** If some clubs have a position next to them, a club without one is uncertain. */
function rateClubs(parsedFields: readonly ParsedField[], textLines: readonly TextLine[]): ParsedField[] {
  const positioned = fieldsOfKind(parsedFields, 'team').some(({ value }) => value.position !== '')
  return parsedFields.map((parsedField) => {
    if (parsedField.kind !== 'team') return parsedField
    const opponent = opponentBelow(parsedField, textLines)
    return (
      opponent ?? {
        ...parsedField,
        sure: parsedField.sure && (!positioned || parsedField.value.position !== ''),
      }
    )
  })
}

/** Finds all fields in the text lines of an image. */
export function findFields(textLines: readonly TextLine[]): ParsedField[] {
  const lines = textLines.map((textLine) => ({ textLine, ...fieldsInLine(textLine) }))
  const free = lines.map(({ textLine, parsedFields }) => {
    const others = parsedFields.filter(({ kind }) => kind !== 'stat')
    const words = textLine.words.filter(
      ({ box }) =>
        !others.some((parsedField) => parsedField.box.x0 <= box.x0 && parsedField.box.x1 >= box.x1),
    )
    return { textLine, words }
  })
  const stacked = stackedStats(free)
  const inStack = new Set(stacked.flatMap((stat) => stat.textLines))
  const alone = lines.flatMap(({ textLine, parsedFields }) =>
    parsedFields.filter(({ kind }) => kind !== 'stat' || !inStack.has(textLine)),
  )
  const names = findNames(lines.filter(({ textLine }) => !inStack.has(textLine)))
  return [...rateClubs(alone, textLines), ...stacked.map(({ parsedField }) => parsedField), ...names]
}
