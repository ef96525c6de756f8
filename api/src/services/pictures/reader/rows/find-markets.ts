import { type Box, boundingBox, distance, overlapX, overlapY } from '../pixels/geometry.ts'
import type { TextLine } from '../text-line.ts'
import { findStat, isMarketWord, MAX_STAT_WORDS, namesMarket, tidyMarket } from './market-text.ts'
import { type Base, fieldsOfKind, type NameField, type ParsedField, type StatField } from './parsed-field.ts'
import type { FreeLine } from './stacked-stats.ts'
import type { Token } from './tokens.ts'

/** A word of a market has so many letters in a row. */
const LETTERS = /\p{L}{3}/u
/** Largest gap between words of one market, in heights of capitals. */
const WORD_GAP = 1.3

/** Whether a token directly continues the text of the one before it. */
const isAdjacent = (before: Token | undefined, token: Token, capitalHeight: number): boolean =>
  before !== undefined &&
  token.index - before.index <= 1 &&
  token.word.box.x0 - before.word.box.x1 < WORD_GAP * capitalHeight

/** The text of tokens as printed, with the signs between them if they are whole words. */
function printedText(tokens: readonly Token[], all: readonly Token[]): string {
  const inside = new Set(tokens)
  const isWhole = all.every((token) => inside.has(token) || !tokens.some(({ word }) => word === token.word))
  const parts = isWhole ? [...new Set(tokens.map(({ word }) => word.text))] : tokens.map(({ text }) => text)
  return tidyMarket(parts.join(' '))
}

/**
 * The markets in a line: the longest runs of words that name an offered one, and runs of words that occur in names
 * of markets. An offered name within a longer one is not offered: 'Runs' in '1st Inning Runs Allowed'.
 */
export function marketFields(
  tokens: readonly Token[],
  taken: ReadonlySet<Token>,
  base: Base,
  capitalHeight: number,
): ParsedField[] {
  const found: ParsedField[] = []
  const isFree = (token: Token | undefined): token is Token => token !== undefined && !taken.has(token)
  /** The tokens from `from` to `to`, extended by adjacent words that occur in names of markets. */
  const extended = (from: number, to: number): Token[] => {
    let begin = from
    let end = to
    const continues = (at: number) => {
      const token = tokens[at]
      return isFree(token) && isMarketWord(token.text)
    }
    while (continues(begin - 1) && isAdjacent(tokens[begin - 1], tokens[begin] as Token, capitalHeight))
      begin -= 1
    while (continues(end) && isAdjacent(tokens[end - 1], tokens[end] as Token, capitalHeight)) end += 1
    return tokens.slice(begin, end)
  }
  /** Whether a word next to a market may belong to it: one behind it, or exactly one in front of it. */
  const hasStrayWord = (from: number, to: number): boolean => {
    const isStray = (at: number, beside: number) => {
      const [token, other] = [tokens[at], tokens[beside]]
      const [first, second] = at < beside ? [token, other] : [other, token]
      return isFree(token) && LETTERS.test(token.text) && second && isAdjacent(first, second, capitalHeight)
    }
    return Boolean(isStray(to, to - 1) || (isStray(from - 1, from) && !isStray(from - 2, from - 1)))
  }
  for (let length = MAX_STAT_WORDS; length > 0; length -= 1)
    for (let from = 0; from + length <= tokens.length; from += 1) {
      const run = tokens.slice(from, from + length)
      if (!run.every(isFree)) continue
      const stat = findStat(run.map(({ text }) => text).join(' '))
      if (!stat) continue
      const whole = extended(from, from + length)
      const offered = whole.length === run.length
      const value = offered ? stat.name : printedText(whole, tokens)
      const sure = !offered || (stat.edits === 0 && !hasStrayWord(from, from + length))
      found.push({ kind: 'stat', value, offered, ...base(whole, sure) })
    }
  for (let from = 0; from < tokens.length; from += 1) {
    const token = tokens[from]
    if (!isFree(token) || !isMarketWord(token.text)) continue
    const run = extended(from, from + 1)
    if (namesMarket(run.map(({ text }) => text)))
      found.push({ kind: 'stat', value: printedText(run, tokens), offered: false, ...base(run, true) })
    from += run.length - 1
  }
  return found
}

/** Largest distance of a market from its number, in heights of the number's capitals. */
const NUMBER_REACH = 2.5
/** Largest distance of a player's club from the name, in heights of the name's capitals. */
const CLUB_REACH = 3
/**
 * Texts next to numbers that have no market: the words in the number's line, else the nearest text at its height,
 * below or above it. They are markets whose names are not known.
 */
export function marketsNearNumbers(
  fields: readonly ParsedField[],
  names: readonly NameField[],
  free: readonly FreeLine[],
): StatField[] {
  const stats = fieldsOfKind(fields, 'stat')
  const clubs = fieldsOfKind(fields, 'team')
  const isPlayer = ({ box, textLine }: NameField) =>
    clubs.some((club) => distance(club.box, box) < CLUB_REACH * textLine.capitalHeight)
  const about = fields.filter(
    ({ kind }) => kind === 'team' || kind === 'game' || kind === 'opponent' || kind === 'time',
  )
  const others = new Set([...names.filter(isPlayer), ...about].map(({ textLine }) => textLine))
  const sides = fieldsOfKind(fields, 'side')
  const used = new Set<TextLine>()
  return fieldsOfKind(fields, 'number').flatMap((number): StatField[] => {
    const reach = NUMBER_REACH * number.textLine.capitalHeight
    const isClose = ({ box }: { box: Box }) => distance(box, number.box) < reach
    // 'More' or 'Less' may stand between the number and its market.
    const between = sides.filter((side) => isClose(side) && overlapY(side.box, number.box) > 0)
    const from = boundingBox([number.box, ...between.map(({ box }) => box)])
    if (stats.some(({ box }) => distance(box, from) < reach)) return []
    const texts = free.flatMap(({ textLine, words }) => {
      const value = tidyMarket(words.map(({ text }) => text).join(' '))
      if (used.has(textLine) || others.has(textLine) || !LETTERS.test(value)) return []
      const box = boundingBox(words.map((word) => word.box))
      const isLevel = overlapY(box, number.box) > 0
      const isNear = distance(box, from) < reach && (isLevel || overlapX(box, number.box) > 0)
      const confidence = Math.min(...words.map((word) => word.confidence))
      return isNear ? [{ textLine, value, box, confidence, isLevel }] : []
    })
    const rank = ({ textLine, box, isLevel }: (typeof texts)[number]) =>
      distance(box, from) - (textLine === number.textLine ? 2 * reach : 0) - (isLevel ? reach : 0)
    const [nearest] = texts.toSorted((a, b) => rank(a) - rank(b))
    if (!nearest) return []
    used.add(nearest.textLine)
    const { isLevel: _, ...found } = nearest
    return [{ kind: 'stat', offered: false, sure: true, ...found }]
  })
}
