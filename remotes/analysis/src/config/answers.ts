import type { FetchLinesAnswer, GameLogRecord, Line, StartRunAnswer } from '@propsight/shared/contracts'
import { ODDS_TYPES } from '@propsight/shared/domain'
import * as z from 'zod/mini'

// The contract's shapes in zod/mini: what the API answers is parsed here with a fifth of the weight that the
// contract's own schemas would add to this remote. `answers.test.ts` holds the two together.

const text = z.string()
const side = z.nullable(z.enum(['HOME', 'AWAY']))
const hand = z.nullable(z.enum(['L', 'R', 'S']))
const count = z.int().check(z.nonnegative())

export const startRunReader: z.ZodMiniType<StartRunAnswer> = z.object({ runId: z.uuid(), expiresAt: text })

const line: z.ZodMiniType<Line> = z.object({
  name: text,
  team: text,
  position: text,
  stats: text,
  line: z.number().check(z.nonnegative()),
  opponent: z.nullable(text),
  homeAway: side,
  gameTime: z.nullable(text),
  id: text,
  statType: text,
  oddsType: z.enum(ODDS_TYPES),
  gameId: z.nullable(text),
  combo: z.boolean(),
  promo: z.boolean(),
  regularLine: z.nullable(z.number()),
})

export const linesReader: z.ZodMiniType<FetchLinesAnswer> = z.object({
  players: z.array(line),
  readAt: text,
  stale: z.boolean(),
  skipped: count,
})

const place = { date: z.iso.date(), gamePk: z.int(), opponent: text, homeAway: z.enum(['HOME', 'AWAY']) }

const hittingGame = z.object({
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

const pitchingGame = z.object({
  ...place,
  started: z.boolean(),
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
const person = { ...who, personId: z.int(), fullName: text, position: text, batSide: hand, pitchHand: hand }

export const recordReader: z.ZodMiniType<GameLogRecord> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), total: count, season: z.int() }),
  z.object({
    ...person,
    type: z.literal('player'),
    group: z.literal('hitting'),
    games: z.array(hittingGame),
  }),
  z.object({
    ...person,
    type: z.literal('pitcher'),
    group: z.literal('pitching'),
    games: z.array(pitchingGame),
  }),
  z.object({
    ...who,
    type: z.literal('missing'),
    group: z.enum(['hitting', 'pitching']),
    reason: z.enum(['unknown player', 'ambiguous name', 'upstream failed']),
  }),
  z.object({ type: z.literal('error'), message: text, code: text, requestId: text }),
  z.object({ type: z.literal('end'), players: count, missing: count, readAt: text, stale: z.boolean() }),
])

/** Parses an answer of the server. @throws Error with a sentence for the screen when the shape is another */
export function read<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error('The server answered in a form that this version cannot read. Reload the page.')
}
