import * as z from '@propsight/shared/schema'
import { BOOK_IDS } from '../../domain/books/books.ts'
import { ALL_ODDS_TYPES } from '../../domain/lines/recommendation.ts'
import { PARLAY_SIZE } from './parlay-alerts.ts'
import { pickIdSchema } from './pick.ts'

const size = z.int().min(PARLAY_SIZE.least).max(PARLAY_SIZE.most)
const percent = z.number().min(0).max(100)

/** One saved pick in the request of the parlay call (P8). The server looks up all other data itself. */
const myPick = z.object({
  id: pickIdSchema,
  name: z.string().min(1).max(120),
  sport: z.string().max(20),
  confidence: z.union([z.number(), z.string().max(20)]).nullable(),
  projectedStatLine: z.string().max(200),
  bettingLine: z.number().nonnegative(),
  recommendation: z.enum(['OVER', 'UNDER']),
  statType: z.string().max(60),
  team: z.string().max(40),
  oddsType: z.enum(ALL_ODDS_TYPES),
  promo: z.boolean().optional(),
  personId: z.int().nullable(),
  gameTime: z.string().max(40).nullable(),
  injuryImpact: z.string().max(2000).nullable(),
  defensiveAnalysis: z.string().max(4000).nullable(),
  recentForm: z.string().max(2000).nullable(),
  weather: z
    .object({
      temperature: z.number().nullable(),
      windSpeed: z.number().nullable(),
      humidity: z.number().nullable(),
      conditions: z.string().max(200),
    })
    .nullable()
    .optional(),
})

/**
 * Body of `POST /api/parlay/generate-parlay`. A call repeated with the same key is charged and saved once.
 */
export const generateParlayBody = z.strictObject({
  idempotencyKey: z.uuid(),
  parlaySize: size,
  /** Too few picks are refused with `PARLAY_ALERTS.tooFew`, after the credit check. */
  myPicks: z.array(myPick).max(500),
})
export type GenerateParlayBody = z.infer<typeof generateParlayBody>

/**
 * Body of `POST /api/parlay/assess`: the legs that the user chose. Nothing is charged or stored.
 */
export const assessParlayBody = z.strictObject({
  myPicks: z.array(myPick).min(PARLAY_SIZE.least).max(PARLAY_SIZE.most),
})
export type AssessParlayBody = z.infer<typeof assessParlayBody>

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() })

export const parlayLegSchema = z.object({
  pickId: z.string(),
  playerName: z.string(),
  team: z.string(),
  sport: z.string(),
  statType: z.string(),
  bettingLine: z.number(),
  bettingRecommendation: z.enum(['OVER', 'UNDER']),
  oddsType: z.enum(ALL_ODDS_TYPES),
  /** Whether the line is a promotion; absent from older API versions. */
  promo: z.boolean().optional(),
  projectedStatLine: z.string(),
  projectedValue: z.number().nullable(),
  /** Probability of the leg with its interval, in percent. */
  probability: estimate,
  personId: z.int().nullable(),
  gamePk: z.int().nullable(),
  leagueDay: z.iso.date(),
  opponent: z.string().nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  /** First pitch, ISO 8601; null while it is not set, absent from older API versions. */
  startsAt: z.string().nullable().optional(),
})
export type ParlayLegWire = z.infer<typeof parlayLegSchema>

/** A recommended parlay (P8, P9). All figures are computed by the engine for the book's Power entry. */
export const parlaySchema = z.object({
  id: z.uuid(),
  rank: z.int().min(1).max(3),
  createdAt: z.string(),
  parlaySize: size,
  /** Joint probability, 'all legs hit', percent to one decimal, and its interval. */
  overallConfidence: percent,
  interval: z.object({ low: percent, high: percent }),
  /** Product of the leg probabilities, percent. It differs from `overallConfidence` if legs share a game. */
  independent: percent,
  /** Expected profit per unit staked in percent; null with the reason in `unpriced`. */
  expectedValue: estimate.nullable(),
  recommendedUnits: z.number().nonnegative().nullable(),
  /** 'no edge shown' if no stake is recommended; older parlays say 'no edge'. */
  words: z.string().max(40).nullable(),
  /**
   * Payout per unit staked if all legs hit, stake included. `breakEven`: joint probability without profit,
   * percent.
   */
  pays: z.number().nullable(),
  breakEven: percent.nullable(),
  unpriced: z.string().max(120).nullable(),
  picks: z.array(parlayLegSchema).min(PARLAY_SIZE.least).max(PARLAY_SIZE.most),
  insights: z.object({ primary: z.string().max(600), trend: z.string().max(600), risk: z.string().max(600) }),
  engine: z.string(),
  /** The book by whose rules the entry is valued and settled, and the day of the rules; absent from older ones. */
  book: z.enum(BOOK_IDS).optional(),
  rulesOf: z.iso.date().optional(),
  /** Ids of the picks in the request; absent from older API versions. */
  madeFrom: z.array(pickIdSchema).max(500).optional(),
  /** Who chose the sentences of the insights; absent from older API versions. */
  wording: z.enum(['engine', 'model']).optional(),
})
export type Parlay = z.infer<typeof parlaySchema>

const leftOutSchema = z.array(z.object({ pickId: z.string(), reason: z.string().max(200) }))

/** The figures of chosen legs, as in `parlaySchema`; null with the reason in `refusal`. */
export const assessParlayResponse = z.object({
  figures: parlaySchema
    .pick({
      overallConfidence: true,
      interval: true,
      independent: true,
      pays: true,
      breakEven: true,
      unpriced: true,
    })
    .nullable(),
  refusal: z.string().max(300).nullable(),
  leftOut: leftOutSchema,
})
export type AssessParlayResponse = z.infer<typeof assessParlayResponse>

export const generateParlayResponse = z.object({
  success: z.literal(true),
  parlays: z.array(parlaySchema).min(1).max(3),
  /** Picks that could not be used as a leg, each with its reason. May be empty for a repeated call. */
  leftOut: leftOutSchema,
  wording: z.enum(['engine', 'model']),
})
export type GenerateParlayResponse = z.infer<typeof generateParlayResponse>

/**
 * Result of a parlay: `pending` while a leg is open, then `won`, `lost`, or `refunded` if no leg was decided.
 */
export const PARLAY_OUTCOMES = ['pending', 'won', 'lost', 'refunded'] as const

/** A row of `past_parlays`, written by the server only. `details` is the parlay of the response. */
export const pastParlayRowSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  parlay_size: size,
  overall_confidence: z.coerce.number(),
  expected_value: z.coerce.number().nullable(),
  recommended_units: z.coerce.number().nullable(),
  details: parlaySchema.nullable().catch(null),
  outcome: z.enum(PARLAY_OUTCOMES),
  /** Units returned per unit staked after settlement, by the payout table; null if the table has no price. */
  paid: z.coerce.number().nullable(),
  settled_at: z.string().nullable(),
})
export type PastParlayRow = z.infer<typeof pastParlayRowSchema>
