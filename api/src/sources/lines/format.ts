import { ODDS_TYPES } from '@propsight/shared/domain'
import * as z from 'zod'

const reference = z.object({ id: z.string() })

/** One projection of `data[]`. Old responses have no `odds_type`: their lines are standard. */
export const projectionSchema = z.object({
  type: z.literal('projection'),
  id: z.string().min(1),
  attributes: z.object({
    /** Opponent, teams or half: 'TB', 'SAC/MIN', 'WVU 2nd Half'. */
    description: z.string(),
    /** The line. A whole number allows a push. */
    line_score: z.number().nonnegative(),
    odds_type: z.enum(ODDS_TYPES).default('standard'),
    stat_type: z.string().min(1),
    start_time: z.iso.datetime({ offset: true }),
    status: z.string(),
    game_id: z.string().optional(),
    is_promo: z.boolean().default(false),
    /** The line of a promotion; `line_score` is the regular line then. */
    flash_sale_line_score: z.number().nullable().optional(),
    in_game: z.boolean().optional(),
    is_live: z.boolean().optional(),
  }),
  relationships: z.object({ new_player: z.object({ data: reference }) }),
})
export type Projection = z.infer<typeof projectionSchema>

/** One player of `included[]`. A combo of two players is listed as one player, 'A + B'. */
export const bookPlayerSchema = z.object({
  type: z.literal('new_player'),
  id: z.string().min(1),
  attributes: z.object({
    name: z.string().min(1),
    team: z.string(),
    position: z.string(),
    league: z.string(),
    combo: z.boolean().default(false),
  }),
})
export type BookPlayer = z.infer<typeof bookPlayerSchema>

/**
 * `GET /projections`. Entries are parsed one by one, so that one unreadable entry does not hide the board.
 */
export const projectionsBodySchema = z.object({
  data: z.array(z.unknown()),
  included: z.array(z.unknown()).default([]),
  meta: z.object({ current_page: z.int().optional(), total_pages: z.int().optional() }).optional(),
})
export type ProjectionsBody = z.infer<typeof projectionsBodySchema>
