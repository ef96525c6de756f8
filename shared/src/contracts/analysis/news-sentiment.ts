import * as z from 'zod'
import { availabilitySchema } from './availability.ts'

const named = z.strictObject({ name: z.string().trim().min(1).max(80), team: z.string().max(40) })

/** Body of `POST /api/news-sentiment` (N4). */
export const newsSentimentBody = z.strictObject({
  runId: z.uuid(),
  players: z.array(named).min(1).max(60),
})
export type NewsSentimentBody = z.infer<typeof newsSentimentBody>

/** Recent roster transactions of one player, as published by the league. */
export const playerNewsSchema = z.object({
  name: z.string(),
  team: z.string(),
  availability: availabilitySchema.nullable(),
  /** Newest first. */
  moves: z.array(z.object({ date: z.iso.date(), label: z.string(), text: z.string().max(400) })).max(10),
  /**
   * 'negative' while the player is out, 'positive' after a return, else 'neutral'. Derived from the
   * transactions.
   */
  sentiment: z.enum(['negative', 'neutral', 'positive']),
})
export type PlayerNews = z.infer<typeof playerNewsSchema>

export const newsSentimentAnswer = z.object({
  success: z.literal(true),
  data: z.object({ players: z.array(playerNewsSchema), readAt: z.string(), stale: z.boolean() }),
})
export type NewsSentimentAnswer = z.infer<typeof newsSentimentAnswer>
