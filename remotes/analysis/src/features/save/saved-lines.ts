import { oddsTypeSchema, type ShellApi } from '@propsight/shared/contracts'
import * as z from 'zod'
import { pickIdentity } from './line-identity.ts'

/** A saved pick as this screen needs it: which line it is, and its id to take it back. */
export interface SavedLine {
  id: string
  identity: string
}

export const savedLinesKey = (userId: string) => ['picks', userId, 'saved-lines'] as const

/** Of a pick only what says which line it is: what else it holds is no concern of this screen. */
const row = z.object({
  id: z.string(),
  pick: z.object({
    playerName: z.string(),
    team: z.string(),
    statType: z.string(),
    oddsType: oddsTypeSchema,
    gameId: z.string().nullable(),
    bettingAnalysis: z.object({ bettingLine: z.number() }),
  }),
})

/**
 * The lines that the user has saved and that have not expired. Rows of another form, such as picks of a later mode,
 * are none of this screen's lines and are passed over.
 * @throws Error 'Failed to fetch picks'
 */
export async function listSavedLines(supabase: ShellApi['supabase'], userId: string): Promise<SavedLine[]> {
  const { data, error } = await supabase
    .from('my_picks')
    .select('id, pick')
    .eq('user_id', userId)
    .gt('expires_at', new Date().toISOString())
  if (error) throw new Error('Failed to fetch picks', { cause: error })
  return (data ?? []).flatMap((value: unknown) => {
    const saved = row.safeParse(value)
    return saved.success ? [{ id: saved.data.id, identity: pickIdentity(saved.data.pick) }] : []
  })
}
