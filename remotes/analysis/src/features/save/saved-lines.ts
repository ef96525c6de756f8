import { ODDS_TYPES } from '@propsight/shared/domain'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { pickIdentity, type SavedParts } from './line-identity.ts'

/** A saved pick as this screen needs it: which line it is, and its id to take it back. */
export interface SavedLine {
  id: string
  identity: string
}

export const savedLinesKey = (userId: string) => ['picks', userId, 'saved-lines'] as const

const parts: z.ZodMiniType<SavedParts> = z.object({
  playerName: z.string(),
  team: z.string(),
  statType: z.string(),
  oddsType: z.enum(ODDS_TYPES),
  gameId: z.nullable(z.string()),
  bettingAnalysis: z.object({ bettingLine: z.number() }),
})
const row = z.object({ id: z.string(), pick: parts })

/**
 * The lines that the user has saved and that have not expired. Rows of another form, such as picks of a later mode,
 * are none of this screen's lines and are passed over.
 * @throws Error 'Failed to fetch picks'
 */
export async function listSavedLines(supabase: SupabaseClient, userId: string): Promise<SavedLine[]> {
  const { data, error } = await supabase
    .from('my_picks')
    .select('id, pick')
    .eq('user_id', userId)
    .gt('expires_at', new Date().toISOString())
  if (error) throw new Error('Failed to fetch picks', { cause: error })
  return (data ?? []).flatMap((value: unknown) => {
    const parsed = row.safeParse(value)
    return parsed.success ? [{ id: parsed.data.id, identity: pickIdentity(parsed.data.pick) }] : []
  })
}
