import * as z from 'zod'
import { clubHittingSchema } from './season-stats.ts'

const count = z.int().nonnegative()
const player = z.object({ id: z.int() })

/** A batter's season in `stats?stats=season&group=hitting&playerPool=ALL`. */
export const playerHittingSchema = z.object({ player, stat: clubHittingSchema.shape.stat })
export type PlayerHitting = z.infer<typeof playerHittingSchema>

/** A pitcher's season in `stats?stats=season&group=pitching&playerPool=ALL`. */
export const playerPitchingSchema = z.object({
  player,
  stat: z.object({
    gamesPlayed: count,
    gamesStarted: count,
    battersFaced: count,
    hits: count,
    homeRuns: count,
    earnedRuns: count,
    baseOnBalls: count,
    hitBatsmen: count.default(0),
    strikeOuts: count,
  }),
})
export type PlayerPitching = z.infer<typeof playerPitchingSchema>
