import type { ShellApi } from '@propsight/shared/contracts'
import { ODDS_TYPES } from '@propsight/shared/domain'
import { attempt, number, object, oneOf, orNull, type Reader, text } from '../../config/shape.ts'
import { pickIdentity, type SavedParts } from './line-identity.ts'

/** A saved pick as this screen needs it: which line it is, and its id to take it back. */
export interface SavedLine {
  id: string
  identity: string
}

export const savedLinesKey = (userId: string) => ['picks', userId, 'saved-lines'] as const

const parts: Reader<SavedParts> = object({
  playerName: text,
  team: text,
  statType: text,
  oddsType: oneOf(ODDS_TYPES),
  gameId: orNull(text),
  bettingAnalysis: object({ bettingLine: number }),
})
const row = object({ id: text, pick: parts })

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
    const saved = attempt(row, value)
    return saved ? [{ id: saved.id, identity: pickIdentity(saved.pick) }] : []
  })
}
