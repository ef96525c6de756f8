import type { FetchLinesAnswer, GameLogRecord, StartRunAnswer } from '@propsight/shared/contracts'
import { ODDS_TYPES } from '@propsight/shared/domain'
import {
  attempt,
  count,
  day,
  list,
  number,
  object,
  oneOf,
  orNull,
  type Reader,
  size,
  tagged,
  text,
  truth,
  uuid,
  whole,
} from './shape.ts'

// The contract's shapes, read without its schemas: zod alone would take two thirds of this remote's weight budget.
// `answers.test.ts` holds every reader to its schema. See docs/adr/0007-remotes-read-without-zod.md.

const homeAway = oneOf(['HOME', 'AWAY'])
const hand = orNull(oneOf(['L', 'R', 'S']))

export const startRunReader: Reader<StartRunAnswer> = object({ runId: uuid, expiresAt: text })

const line = object({
  name: text,
  team: text,
  position: text,
  stats: text,
  line: size,
  opponent: orNull(text),
  homeAway: orNull(homeAway),
  gameTime: orNull(text),
  id: text,
  statType: text,
  oddsType: oneOf(ODDS_TYPES),
  gameId: orNull(text),
  combo: truth,
  promo: truth,
  regularLine: orNull(number),
})

export const linesReader: Reader<FetchLinesAnswer> = object({
  players: list(line),
  readAt: text,
  stale: truth,
  skipped: count,
})

const place = { date: day, gamePk: whole, opponent: text, homeAway }

const hittingGame = object({
  ...place,
  plateAppearances: count,
  atBats: count,
  hits: count,
  doubles: count,
  triples: count,
  homeRuns: count,
  runs: count,
  rbi: count,
  baseOnBalls: count,
  hitByPitch: count,
  stolenBases: count,
  strikeOuts: count,
})

const pitchingGame = object({
  ...place,
  started: truth,
  outs: count,
  battersFaced: count,
  strikeOuts: count,
  hits: count,
  earnedRuns: count,
  runs: count,
  baseOnBalls: count,
  homeRuns: count,
})

const who = { name: text, team: text }
const person = { ...who, personId: whole, fullName: text, position: text, batSide: hand, pitchHand: hand }
const type = <const T extends string>(name: T) => ({ type: oneOf([name]) })

export const recordReader: Reader<GameLogRecord> = tagged('type', {
  start: object({ ...type('start'), total: count, season: whole }),
  player: object({ ...type('player'), ...person, group: oneOf(['hitting']), games: list(hittingGame) }),
  pitcher: object({ ...type('pitcher'), ...person, group: oneOf(['pitching']), games: list(pitchingGame) }),
  missing: object({
    ...type('missing'),
    ...who,
    group: oneOf(['hitting', 'pitching']),
    reason: oneOf(['unknown player', 'ambiguous name', 'upstream failed']),
  }),
  error: object({ ...type('error'), message: text, code: text, requestId: text }),
  end: object({ ...type('end'), players: count, missing: count, readAt: text, stale: truth }),
})

/** Reads an answer of the server. @throws Error with a sentence for the screen when the shape is another */
export function read<T>(reader: Reader<T>, value: unknown): T {
  const answer = attempt(reader, value)
  if (answer !== null) return answer
  throw new Error('The server answered in a form that this version cannot read. Reload the page.')
}
