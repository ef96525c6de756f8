import type { PrintedGame } from '../../reading.ts'
import type { TextLine } from '../text-line.ts'
import { fieldsOfKind, type OpponentField, type ParsedField, type TeamField } from './parsed-field.ts'
import { readClub, readPosition } from './read-word.ts'
import { continues } from './stacked-stats.ts'
import type { Token } from './tokens.ts'

const AGAINST = /^(vs?\.?|at|@)$/i
const SCORE = /^\d{1,2}$/

/** Tokens that say who plays whom, and their meaning. */
export interface Matchup {
  tokens: Token[]
  sure: boolean
  value: { kind: 'opponent'; value: OpponentField['value'] } | { kind: 'game'; value: PrintedGame }
}

/** The club directly before a token, perhaps with a score between, unless its position shows that it is the player's. */
function clubBefore(tokens: readonly Token[], at: number): Token[] | null {
  const score = SCORE.test(tokens[at - 1]?.text ?? '') ? 1 : 0
  const club = tokens[at - 1 - score]
  const position = tokens[at - 2 - score]
  if (!club || readClub(club.text) === null || (position && readPosition(position.text)?.sure)) return null
  return tokens.slice(at - 1 - score, at)
}

/**
 * Reads the matchup at a token 'vs', '@' or 'at': 'vs BOS' is an opponent, 'LAD vs ATH' a game.
 * Cards print a game of two clubs the same for the players of both, so 'vs' does not say which club is at home.
 */
export function readMatchup(tokens: readonly Token[], at: number): Matchup | null {
  const sign = tokens[at]
  const next = tokens[at + 1]
  const club = sign && next && AGAINST.test(sign.text) ? readClub(next.text) : null
  if (!sign || !next || !club) return null
  const isAt = !/^v/i.test(sign.text)
  const before = clubBefore(tokens, at)
  const first = before?.[0] && readClub(before[0].text)
  if (before && first) {
    const value: PrintedGame = { first: first.value, second: club.value, secondIsHome: isAt ? true : null }
    return {
      tokens: [...before, sign, next],
      sure: first.sure && club.sure,
      value: { kind: 'game', value },
    }
  }
  const homeAway = isAt ? ('AWAY' as const) : ('HOME' as const)
  return {
    tokens: [sign, next],
    sure: club.sure,
    value: { kind: 'opponent', value: { opponent: club.value, homeAway } },
  }
}

/** Two clubs without a position in one line are those of a game: 'LAD 3 - 5 ATH'. */
function scoreOfGame(clubs: readonly TeamField[]): ParsedField | null {
  const [first, second, third] = clubs
  if (!first || !second || third || !first.sure || !second.sure) return null
  if (first.value.position || second.value.position || first.value.team === second.value.team) return null
  return {
    ...first,
    kind: 'game',
    value: { first: first.value.team, second: second.value.team, secondIsHome: null },
  }
}

/** Replaces the clubs of a line by their game, if the line has two clubs and none of them is a player's. */
export function joinScores(parsedFields: readonly ParsedField[]): ParsedField[] {
  const game = scoreOfGame(fieldsOfKind(parsedFields, 'team'))
  return game ? [...parsedFields.filter(({ kind }) => kind !== 'team'), game] : [...parsedFields]
}

const textOf = (textLine: TextLine) =>
  textLine.words
    .map(({ text }) => text)
    .join(' ')
    .replace(/[©®]/g, '@')

/** The opponent, if its club code is in the line below: 'Fri 7:10 PM @' above 'TB'. */
export function opponentBelow(club: TeamField, textLines: readonly TextLine[]): OpponentField | null {
  if (club.value.position || club.textLine.words.length > 1) return null
  const above = textLines.find(
    (textLine) => continues(textLine, club.textLine) && /(^|\s)(@|at|vs?\.?)$/i.test(textOf(textLine)),
  )
  if (!above) return null
  const homeAway = /(@|at)$/i.test(textOf(above)) ? ('AWAY' as const) : ('HOME' as const)
  return { ...club, kind: 'opponent', value: { opponent: club.value.team, homeAway } }
}
