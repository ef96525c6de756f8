import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod'
import { pickIdSchema } from '../../contracts/pick.ts'
import { PicksError } from './picks-error.ts'

/** What `add_pick` takes (specification 1 §7): numbers are read out of their texts by the database. */
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

/** Whether every argument has the shape that a card can show: a name, and plain values for all texts. */
export function hasPlainTexts({ p_weather_data: _, ...texts }: AddPickArguments): boolean {
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null
  return /\S/.test(String(texts.p_player_name)) && Object.values(texts).every(isPlain)
}

const whole = z.int().nonnegative()

/** The procedure's answer in its schema, or the specified words. */
async function call<T>(
  supabase: SupabaseClient,
  name: string,
  args: object | undefined,
  schema: z.ZodType<T>,
  words: string,
): Promise<T> {
  const { data, error, status } = await supabase.rpc(name, args)
  const parsed = schema.safeParse(data)
  if (error || !parsed.success)
    throw new PicksError(words, { cause: error ?? parsed.error, status: error ? (status ?? 0) : 502 })
  return parsed.data
}

/** How many unexpired picks the signed-in user has. @throws PicksError 'Failed to get pick count' */
export const countPicks = (supabase: SupabaseClient): Promise<number> =>
  call(supabase, 'get_user_pick_count', undefined, whole, 'Failed to get pick count')

/** Adds a pick by its texts. @returns its id @throws PicksError 'Failed to add pick' */
export const addPick = (supabase: SupabaseClient, pick: AddPickArguments): Promise<string> =>
  call(supabase, 'add_pick', pick, pickIdSchema, 'Failed to add pick')

/** Removes the signed-in user's expired picks. @returns how many @throws PicksError 'Failed to delete pick' */
export const cleanUpPicks = (supabase: SupabaseClient): Promise<number> =>
  call(supabase, 'cleanup_expired_picks', undefined, whole, 'Failed to delete pick')
