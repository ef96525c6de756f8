import * as z from 'zod'
import { gameLogRecordSchema, gameLogsBody } from './game-logs.ts'

/** Body of `POST /api/historical/{sport}` (N4): the players of a run, as in `POST /api/game-logs`. */
export const historicalBody = z.strictObject({
  runId: z.uuid(),
  players: gameLogsBody.shape.players.max(60),
})
export type HistoricalBody = z.infer<typeof historicalBody>

/** The records of the game log stream, without `start` and `end`. */
export const historicalAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    players: z.array(gameLogRecordSchema),
    readAt: z.string(),
    stale: z.boolean(),
  }),
})
export type HistoricalAnswer = z.infer<typeof historicalAnswer>
