import { around } from '../pixels/geometry.ts'
import type { Piece, Word } from '../text-line.ts'
import type { Clue } from './parsed-field.ts'
import { editDistance } from './edit-distance.ts'
import { findStat, MOST_STAT_WORDS } from './find-stat.ts'
import { type ReadWord, readClub, readNumber, readPosition, readSide } from './read-word.ts'
import { type Token, tokensOf } from './token.ts'

const DAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$/i
const HOUR = /^(\d{1,2})[:.](\d{2})([ap]\.?m\.?)?$/i
const AGAINST = /^(vs?\.?|at|@)$/i

/** The fields of one text line, and the indexes of the words they use. */
export interface LineClues {
  clues: Clue[]
  used: ReadonlySet<number>
}

/** Splits a club and a position without a space between them, such as 'CLEP'. */
function splitClub(text: string): [string, string] | null {
  for (const length of [3, 2]) {
    const [club, position] = [text.slice(0, length), text.slice(length)]
    if (position && readClub(club)?.sure && readPosition(position)?.sure) return [club, position]
  }
  return null
}

/**
 * Finds sides, numbers, clubs, opponents, times, odds types and stats in a line. The remaining words may be
 * names.
 */
export function cluesInLine(piece: Piece): LineClues {
  const tokens = tokensOf(piece).flatMap((token): Token[] => {
    const parts = readClub(token.text) ? null : splitClub(token.text)
    return parts ? parts.map((text) => ({ ...token, text })) : [token]
  })
  const clues: Clue[] = []
  const used = new Set<number>()
  const taken = new Set<Token>()
  const base = (of: readonly Token[], sure: boolean) => {
    for (const token of of) {
      taken.add(token)
      used.add(token.index)
    }
    const words = of.map(({ word }) => word)
    return {
      sure,
      confidence: Math.min(...words.map(({ confidence }) => confidence)),
      box: around(words.map(({ box }) => box)),
      piece,
    }
  }

  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    const before = tokens[at - 1]
    if (taken.has(token)) return
    const opponent = AGAINST.test(token.text) && next ? readClub(next.text) : null
    if (opponent && next) {
      const homeAway = /^v/i.test(token.text) ? ('HOME' as const) : ('AWAY' as const)
      clues.push({
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
      clues.push({ kind: 'time', value: parts.map(({ text }) => text).join(' '), ...base(parts, true) })
      return
    }
    const side = readSide(token.text)
    // In a longer line a word like 'Jess' is a name, not a misread 'Less'.
    if (side && (side.sure || piece.words.length <= 2)) {
      clues.push({ kind: 'side', value: side.value, ...base([token], side.sure) })
      return
    }
    const odds = (['goblin', 'demon'] as const).find(
      (word) => editDistance(word, token.text.toLowerCase()) < 2,
    )
    if (odds) clues.push({ kind: 'odds', value: odds, ...base([token], true) })
  })
  clues.push(...clubClues(tokens, taken, base))
  clues.push(...numberClues(piece, tokens, taken, base))
  clues.push(...statClues(tokens, taken, base))
  return { clues, used }
}

type Base = (of: readonly Token[], sure: boolean) => Pick<Clue, 'sure' | 'confidence' | 'box' | 'piece'>

/** Restores a decimal point that was seen in the image but not recognised: '25' with a point becomes 2.5. */
function withPoint(number: ReadWord<number> | null, { box }: Word, piece: Piece): ReadWord<number> | null {
  if (!number || !Number.isInteger(number.value) || number.value < 5 || number.value % 5) return number
  const digits = String(number.value).length
  const share = (x: number) => (x - box.x0) / (box.x1 - box.x0)
  const seen = piece.points.some((x) => share(x) > 0.15 && share(x) < 1 - 0.4 / digits)
  return seen ? { value: number.value / 10, sure: number.sure } : number
}

/** Numbers that can be a line: multiples of a half that are not amounts of money, percentages or times. */
const numberClues = (piece: Piece, tokens: readonly Token[], taken: ReadonlySet<Token>, base: Base): Clue[] =>
  tokens.flatMap((token): Clue[] => {
    if (taken.has(token) || /[$%]|:\d\d/.test(token.word.text)) return []
    const number = withPoint(readNumber(token.text), token.word, piece)
    return number ? [{ kind: 'number', value: number.value, ...base([token], number.sure) }] : []
  })

/** Clubs that are not an opponent: the player's own club, with the position next to it. */
function clubClues(tokens: readonly Token[], taken: ReadonlySet<Token>, base: Base): Clue[] {
  return tokens.flatMap((token, at): Clue[] => {
    const club = taken.has(token) ? null : readClub(token.text)
    if (!club) return []
    const beside = [tokens[at + 1], tokens[at - 1]].flatMap((one) => {
      // '18' may be a misread '1B': next to a club it is a position, not a number.
      const position = one ? readPosition(one.text) : null
      return one && position ? [{ token: one, position }] : []
    })[0]
    if (!beside && !club.sure) return []
    const value = {
      team: club.value,
      position: beside?.position.value ?? '',
      positionSure: beside?.position.sure ?? false,
    }
    return [{ kind: 'team', value, ...base(beside ? [token, beside.token] : [token], club.sure) }]
  })
}

/** Stats, as the longest runs of words that name one. */
function statClues(tokens: readonly Token[], taken: ReadonlySet<Token>, base: Base): Clue[] {
  const found: Clue[] = []
  for (let length = MOST_STAT_WORDS; length > 0; length -= 1)
    for (let from = 0; from + length <= tokens.length; from += 1) {
      const run = tokens.slice(from, from + length)
      if (run.some((token) => taken.has(token))) continue
      const stat = findStat(run.map(({ text }) => text).join(' '))
      if (stat) found.push({ kind: 'stat', value: stat.name, ...base(run, stat.off === 0) })
    }
  return found
}
