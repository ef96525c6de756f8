import { ALL_ODDS_TYPES } from '@propsight/shared/domain'
import * as z from 'zod'
import { flagField, numberField, optionalField } from '../../platform/service-client/answer-lists.ts'

const reference = z.object({ id: z.string() })

/** A type that the product does not know is kept as unknown. Old responses have none: their lines are standard. */
const oddsTypeSchema = z
  .enum(ALL_ODDS_TYPES)
  .nullish()
  .catch('unknown')
  .transform((type) => type ?? 'standard')

/** One projection of `data[]`. */
export const projectionSchema = z.object({
  type: z.literal('projection'),
  id: z.string().min(1),
  attributes: z.object({
    /** Opponent, teams or half: 'TB', 'SAC/MIN', 'WVU 2nd Half'. */
    description: z.string().catch(''),
    /** The line. A whole number allows a push. */
    line_score: numberField(),
    odds_type: oddsTypeSchema,
    stat_type: z.string().min(1),
    start_time: z.iso.datetime({ offset: true }),
    /** 'pre_game', 'in_progress', or 'suspended' while the book takes no entry on the line. */
    status: optionalField(z.string()),
    game_id: optionalField(z.string()),
    /** `readFlag` reads it. */
    is_promo: z.unknown().optional(),
    /** The line of a promotion; `line_score` is the regular line then. Not a number if it cannot be read. */
    flash_sale_line_score: numberField().nullish().catch(Number.NaN),
    in_game: flagField(),
    is_live: flagField(),
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
    team: z.string().catch(''),
    position: z.string().catch(''),
    league: optionalField(z.string()),
    combo: flagField(),
  }),
})
export type BookPlayer = z.infer<typeof bookPlayerSchema>

/**
 * `GET /projections`. Entries are parsed one by one, so that one unreadable entry does not hide the board.
 */
export const projectionsBodySchema = z.object({
  data: z.array(z.unknown()),
  included: z.array(z.unknown()).default([]).catch([]),
  meta: optionalField(z.object({ total_pages: optionalField(z.int().positive()) })),
})
