import * as z from '@propsight/shared/schema'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type PickRow, pickIdSchema } from '../../contracts/picks/pick.ts'
import { createPickId, pickExpiry } from '../../domain/picks.ts'
import { firstNumber } from './pick-rows.ts'
import { PicksError } from './pick-store-state.ts'

const parseSide = (text: string | null | undefined): PickRow['betting_recommendation'] => {
  const side = /OVER|UNDER/.exec((text ?? '').toUpperCase())?.[0]
  return side === 'OVER' || side === 'UNDER' ? side : null
}

/** Builds the row that the procedure `add_pick` would write, for use without the server. */
export function rowFromArguments(args: AddPickArguments, userId: string, now: Date): PickRow {
  const line = args.p_projected_stat_line ?? null
  // The last three columns are not part of `PickRow`.
  const row = {
    id: createPickId(now.getTime(), crypto.randomUUID()),
    user_id: userId,
    player_name: args.p_player_name,
    confidence: firstNumber(args.p_confidence),
    projected_stat_line: line,
    betting_line: firstNumber(args.p_betting_line),
    projected_total: firstNumber(args.p_projected_total ?? line),
    betting_recommendation: parseSide(args.p_betting_recommendation),
    reasoning: args.p_reasoning ?? null,
    sport: args.p_sport ?? 'MLB',
    original_stats: args.p_original_stats ?? null,
    over_hit_percentage: null,
    created_at: now.toISOString(),
    expires_at: pickExpiry(now).toISOString(),
    pick: null,
    weather_data: args.p_weather_data ?? null,
    injury_impact: args.p_injury_impact ?? null,
    defensive_analysis: args.p_defensive_analysis ?? null,
  }
  return row
}

/** Arguments of the procedure `add_pick` (P2). The database parses the numbers from the texts. */
export interface AddPickArguments {
  p_player_name: string
  p_confidence?: string | null
  p_reasoning?: string | null
  p_sport?: string
  p_projected_stat_line?: string | null
  p_betting_line?: string | null
  p_projected_total?: string | null
  p_betting_recommendation?: string | null
  p_original_stats?: string | null
  p_weather_data?: unknown
  p_injury_impact?: string | null
  p_defensive_analysis?: string | null
}

/** Returns whether a card can display the arguments: there is a name, and no text is an object. */
export function hasPlainTexts({ p_weather_data: _, ...texts }: AddPickArguments): boolean {
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null
  return /\S/.test(String(texts.p_player_name)) && Object.values(texts).every(isPlain)
}

const countSchema = z.int().nonnegative()

/** Calls a procedure and validates its result. @throws PicksError with the text `message` */
async function call<T>(
  supabase: SupabaseClient,
  name: string,
  args: object | undefined,
  schema: z.ZodType<T>,
  message: string,
): Promise<T> {
  const { data, error, status } = await supabase.rpc(name, args)
  const parsed = schema.safeParse(data)
  if (error || !parsed.success)
    throw new PicksError(message, { cause: error ?? parsed.error, status: error ? (status ?? 0) : 502 })
  return parsed.data
}

/**
 * Returns the number of the signed-in user's unexpired picks.
 * @throws PicksError 'Failed to get pick count'
 */
export const countPicks = (supabase: SupabaseClient): Promise<number> =>
  call(supabase, 'get_user_pick_count', undefined, countSchema, 'Failed to get pick count')

/** Adds a pick from texts. @returns its id @throws PicksError 'Failed to add pick' */
export const addPick = (supabase: SupabaseClient, pick: AddPickArguments): Promise<string> =>
  call(supabase, 'add_pick', pick, pickIdSchema, 'Failed to add pick')

/**
 * Removes the signed-in user's expired picks.
 * @returns their number
 * @throws PicksError 'Failed to delete pick'
 */
export const cleanUpPicks = (supabase: SupabaseClient): Promise<number> =>
  call(supabase, 'cleanup_expired_picks', undefined, countSchema, 'Failed to delete pick')
