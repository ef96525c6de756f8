import type { SupabaseClient } from '@supabase/supabase-js'
import type { Pick } from '../contracts/pick.ts'
import { type PickRow, pickRowSchema } from '../contracts/pick-row.ts'
import { firstNumber } from './first-number.ts'

const TABLE = 'my_picks'

/** A failure of the pick store; its message is one of specification 1 §8. */
export class PicksError extends Error {
  override name = 'PicksError'
}

/** The columns of `my_picks` for a pick; `user_id` is the signed-in user's, which row-level security insists on. */
export function pickToRow(pick: Pick, userId: string): PickRow {
  const { recommendation, bettingLine, projectedTotal } = pick.bettingAnalysis
  return {
    id: pick.id,
    user_id: userId,
    player_name: pick.playerName,
    confidence: pick.confidence,
    projected_stat_line: pick.projectedStatLine,
    betting_line: bettingLine,
    projected_total: projectedTotal ?? firstNumber(pick.projectedStatLine),
    betting_recommendation: recommendation,
    reasoning: pick.reasoning,
    sport: pick.sport,
    original_stats: pick.originalStats,
    over_hit_percentage: pick.overHitPercentage,
    created_at: pick.createdAt,
    expires_at: pick.expiresAt,
    pick,
  }
}

/** The signed-in user's id. @throws PicksError 'User not authenticated' */
async function currentUser(supabase: SupabaseClient): Promise<string> {
  const { data } = await supabase.auth.getSession()
  const id = data.session?.user.id
  if (!id) throw new PicksError('User not authenticated')
  return id
}

/**
 * Saves a pick of the signed-in user; a pick with the same id is replaced.
 * @throws PicksError 'User not authenticated' or 'Failed to save pick'
 */
export async function savePick(supabase: SupabaseClient, pick: Pick): Promise<void> {
  const row = pickToRow(pick, await currentUser(supabase))
  const { error } = await supabase.from(TABLE).upsert(row, { onConflict: 'user_id,id' })
  if (error) throw new PicksError('Failed to save pick', { cause: error })
}

/**
 * The signed-in user's picks that have not expired, newest first. Rows that no schema fits are left out: one bad row
 * must not hide the others.
 * @throws PicksError 'User not authenticated' or 'Failed to fetch picks'
 */
export async function listPicks(supabase: SupabaseClient, now: Date = new Date()): Promise<PickRow[]> {
  const user = await currentUser(supabase)
  const { data, error } = await supabase
    .from(TABLE)
    .select('*')
    .eq('user_id', user)
    .gt('expires_at', now.toISOString())
    .order('created_at', { ascending: false })
  if (error) throw new PicksError('Failed to fetch picks', { cause: error })
  return (data ?? []).flatMap((row) => {
    const parsed = pickRowSchema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * Deletes one pick of the signed-in user; one that is gone already is no error.
 * @throws PicksError 'User not authenticated' or 'Failed to delete pick'
 */
export async function deletePick(supabase: SupabaseClient, id: string): Promise<void> {
  const user = await currentUser(supabase)
  const { error } = await supabase.from(TABLE).delete().eq('user_id', user).eq('id', id)
  if (error) throw new PicksError('Failed to delete pick', { cause: error })
}
