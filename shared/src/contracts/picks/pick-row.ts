import * as z from 'zod'
import { pickIdSchema, pickSchema } from './pick.ts'

/** A row of `my_picks`: the columns that queries need, and the complete pick as JSON in `pick`. */
export const pickRowSchema = z.object({
  id: pickIdSchema,
  user_id: z.uuid(),
  player_name: z.string(),
  confidence: z.number().nullable(),
  projected_stat_line: z.string().nullable(),
  betting_line: z.number().nullable(),
  projected_total: z.number().nullable(),
  betting_recommendation: z.enum(['OVER', 'UNDER']).nullable(),
  reasoning: z.string().nullable(),
  sport: z.string(),
  original_stats: z.string().nullable(),
  over_hit_percentage: z.number().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  pick: pickSchema.nullable().catch(null),
})
export type PickRow = z.infer<typeof pickRowSchema>
