import * as z from 'zod'
import { gameLogRecordSchema, gameLogsBody } from './game-logs.ts'

/** Body of `POST /api/historical/{sport}` (specification 2 §7): the players of a run, as for the stream of game logs. */
export const historicalBody = z.strictObject({
  runId: z.uuid(),
  players: gameLogsBody.shape.players.max(60),
})
export type HistoricalBody = z.infer<typeof historicalBody>

/** The same records as the stream's, without its start and end. */
export const historicalAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    players: z.array(gameLogRecordSchema),
    readAt: z.string(),
    stale: z.boolean(),
  }),
})
export type HistoricalAnswer = z.infer<typeof historicalAnswer>
