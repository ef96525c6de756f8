import { distance } from 'fastest-levenshtein'
import { boundingBox } from '../pixels/geometry.ts'
import type { TextLine, Word } from '../text-line.ts'
import { findNames, joinClubNames } from './club-names.ts'
import { joinScores, opponentBelow, readMatchup } from './find-games.ts'
import { marketFields, marketsNearNumbers } from './find-markets.ts'
import { namesMarket } from './market-text.ts'
import { type Base, fieldsOfKind, type NameField, type ParsedField } from './parsed-field.ts'
import { type ReadWord, readClub, readNumber, readPosition, readSide } from './read-word.ts'
import { type FreeLine, stackedStats } from './stacked-stats.ts'
import { findDates, readTime, readTokens, type Token, timeText, withCapitals } from './tokens.ts'

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

/** Splits a position or a score and 'vs' without a space between them, such as 'Pvs'. */
function splitAgainst(text: string): [string, string] | null {
  const [, before, sign] = /^(\w{1,2})(vs\.?)$/.exec(text) ?? []
  return before && sign && (/^\d/.test(before) || readPosition(before)?.sure) ? [before, sign] : null
}

/** Sides as one letter, and what the recogniser makes of 'O', of an arrow upwards and of one downwards. */
const SIDE_LETTERS: Readonly<Record<string, ReadWord<'More' | 'Less'>>> = {
  o: { value: 'More', sure: true },
  u: { value: 'Less', sure: true },
  0: { value: 'More', sure: false },
  a: { value: 'More', sure: false },
  v: { value: 'Less', sure: false },
}

/**
 * Reads a side printed as one letter or arrow before a number: 'O 5.5', 'u1.5', '▲ 5.5'. A doubtful one needs a half:
 * '0 - 5' is a score.
 */
function readSideLetter({ text }: Token, next: Token | undefined): ReadWord<'More' | 'Less'> | null {
  const side = SIDE_LETTERS[text.toLowerCase()]
  const number = next && readNumber(next.text)
  return side && number && (side.sure || !Number.isInteger(number.value)) ? side : null
}

/** A word that is an amount of money, a percentage, a time, a price, a score, a range, a multiplier or a part of '3-PT'. */
const OTHER_FIGURE = /[$€£%×]|\d:\d\d|^[+−–—-]\d{3}|\d[-–—/]\d|\d\+$|^\d[-–—]?P[Tto]/
/** Labels before a number that is not a line: averages, game states, jersey numbers. */
const LABEL_BEFORE =
  /^(avg|average|proj|projected|projection|last|l\d{0,2}|season|game|gm|top|bot|bottom|mid|end|inning|pick|no|rank|odds|win|to|entry|#)[.:#]?$/i
/** Units after a number that is not a line; an inning has none with 'Pitched' behind it. */
const UNIT_AFTER = /^(%|picks?|legs?|innings?|inn|games?|gms?|min|mins|minutes?|hours?|hrs?|of|x)\.?$/i
const PITCHED = /^pitched$/i

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

/**
 * Numbers that can be a line: multiples of a half that are not dates, times, amounts, percentages, averages or
 * counts of something else.
 * @param halvesOnly whether whole numbers are excluded
 */
const numberFields = (
  textLine: TextLine,
  tokens: readonly Token[],
  taken: ReadonlySet<Token>,
  base: Base,
  halvesOnly: boolean,
): ParsedField[] =>
  tokens.flatMap((token, at): ParsedField[] => {
    const before = tokens[at - 1]
    const after = tokens[at + 1]
    if (taken.has(token) || OTHER_FIGURE.test(token.word.text)) return []
    if (before && LABEL_BEFORE.test(before.text)) return []
    if (after && UNIT_AFTER.test(after.text) && !PITCHED.test(tokens[at + 2]?.text ?? '')) return []
    const number = withPoint(readNumber(token.text), token.word, textLine)
    if (!number || (halvesOnly && Number.isInteger(number.value))) return []
    return [{ kind: 'number', value: number.value, ...base([token], number.sure) }]
  })

/**
 * Finds sides, numbers, clubs, opponents, times, odds types and stats in a line. The remaining words may be
 * names.
 */
export function fieldsInLine(textLine: TextLine): LineFields {
  const { tokens: joined, named } = joinClubNames(readTokens(textLine))
  const tokens = joined.flatMap((token): Token[] => {
    const parts = readClub(token.text)?.sure ? null : (splitClub(token.text) ?? splitAgainst(token.text))
    return parts ? parts.map((text) => ({ ...token, text })) : [token]
  })
  const parsedFields: ParsedField[] = []
  const used = new Set(named)
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

  const dates = findDates(tokens)
  for (const date of dates) base(date, true)
  const hasSideWord = tokens.some(({ text }) => readSide(text)?.sure)
  tokens.forEach((token, at) => {
    if (taken.has(token)) return
    const matchup = readMatchup(tokens, at)
    if (matchup) {
      parsedFields.push({ ...matchup.value, ...base(matchup.tokens, matchup.sure) })
      return
    }
    const time = readTime(tokens, at, dates)
    if (time) {
      parsedFields.push({ kind: 'time', value: timeText(time), ...base(time, true) })
      return
    }
    const word = readSide(token.text)
    // In a longer line a word like 'Jess' is a name, not a misread 'Less'.
    const isWord = word && (word.sure || textLine.words.length <= 2)
    const letter = hasSideWord ? null : readSideLetter(token, tokens[at + 1])
    const side = isWord ? word : letter
    if (side) {
      parsedFields.push({ kind: 'side', value: side.value, ...base([token], side.sure) })
      return
    }
    const odds = (['goblin', 'demon'] as const).find((word) => distance(word, token.text.toLowerCase()) < 2)
    if (odds) parsedFields.push({ kind: 'odds', value: odds, ...base([token], true) })
  })
  parsedFields.push(...clubFields(tokens, taken, base))
  // A whole number next to a club, without a side or a stat, is a score or a jersey number.
  const hasClub = parsedFields.some(({ kind }) => kind === 'team' || kind === 'opponent' || kind === 'game')
  const hasSide = parsedFields.some(({ kind }) => kind === 'side')
  const halvesOnly = hasClub && !hasSide && !namesMarket(tokens.map(({ text }) => text))
  parsedFields.push(...numberFields(textLine, tokens, taken, base, halvesOnly))
  parsedFields.push(...marketFields(tokens, taken, base, textLine.capitalHeight))
  return { parsedFields: joinScores(parsedFields), used }
}

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

/** The words of each line that are in no field, or in a stat. */
const freeWords = (lines: readonly (LineFields & { textLine: TextLine })[]): FreeLine[] =>
  lines.map(({ textLine, parsedFields, used }) => {
    const covers = (field: ParsedField, { box }: TextLine['words'][number]) =>
      field.box.x0 <= box.x0 && field.box.x1 >= box.x1
    const stats = parsedFields.filter(({ kind }) => kind === 'stat')
    const others = parsedFields.filter(({ kind }) => kind !== 'stat')
    const words = textLine.words.filter(
      (word, index) =>
        (!used.has(index) || stats.some((stat) => covers(stat, word))) &&
        !others.some((other) => covers(other, word)),
    )
    return { textLine, words }
  })

/** Finds all fields in the text lines of an image. */
export function findFields(printed: readonly TextLine[]): ParsedField[] {
  const textLines = withCapitals(printed)
  const lines = textLines.map((textLine) => ({ textLine, ...fieldsInLine(textLine) }))
  const free = freeWords(lines)
  const stacked = stackedStats(free)
  const inStack = new Set(stacked.flatMap((stat) => stat.textLines))
  const alone = lines.flatMap(({ textLine, parsedFields }) =>
    parsedFields.filter(({ kind }) => kind !== 'stat' || !inStack.has(textLine)),
  )
  const fields = [...rateClubs(alone, textLines), ...stacked.map(({ parsedField }) => parsedField)]
  const names = findNames(lines.filter(({ textLine }) => !inStack.has(textLine)))
  const near = marketsNearNumbers(
    fields,
    names,
    free.filter(({ textLine }) => !inStack.has(textLine)),
  )
  // A text that is the market of a number is not a name.
  const isMarket = ({ textLine }: NameField) => near.some((stat) => stat.textLine === textLine)
  return [...fields, ...near, ...names.filter((name) => !isMarket(name))]
}
