import * as z from 'zod'

const lineSchema = z.object({
  runs: z.int().optional(),
  hits: z.int().optional(),
  errors: z.int().optional(),
})

/** `game/{pk}/linescore`. `currentInning` is absent before the first pitch. */
export const statsLinescoreSchema = z.object({
  currentInning: z.int().optional(),
  inningHalf: z.string().optional(),
  scheduledInnings: z.int().optional(),
  innings: z.array(z.object({ num: z.int(), home: lineSchema, away: lineSchema })).default([]),
  teams: z.object({ home: lineSchema, away: lineSchema }),
  outs: z.int().optional(),
})
export type StatsLinescore = z.infer<typeof statsLinescoreSchema>
