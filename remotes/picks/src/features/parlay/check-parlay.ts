import { PARLAY_ALERTS, type ShellApi, type Toast } from '@propsight/shared/contracts'
import { PARLAY_COST_CREDITS, PICK_LIFETIME_MS } from '@propsight/shared/domain'
import * as z from 'zod'
import type { ParlayQuestion } from './parlay-state.ts'

type Asker = Pick<ShellApi, 'credits' | 'navigate' | 'refreshProfile'>

const short = ({ credits }: Asker): boolean => {
  const balance = credits.get()
  return balance !== null && balance < PARLAY_COST_CREDITS
}

/**
 * The alert of the credits check, or null when the credits suffice or are not known: the server makes the
 * decision. A balance that seems too small is read again first, since another tab or a grant may have changed
 * it.
 */
export async function creditsAlert(shell: Asker): Promise<Toast | null> {
  if (short(shell)) await shell.refreshProfile()
  if (!short(shell)) return null
  const action = { label: 'See plans', run: () => shell.navigate('/pricing') }
  return { message: PARLAY_ALERTS.noCredits, tone: 'low', action }
}

/**
 * The alert of the count check, or null.
 * @param picks number of saved picks
 * @param open number of picks whose games have not begun; the server leaves out the rest
 */
export function countAlert(legs: number, picks: number, open: number): Toast | null {
  if (picks < legs) return { message: PARLAY_ALERTS.tooFew(legs, picks), tone: 'low' }
  if (open >= legs) return null
  const message = `A ${legs}-leg parlay needs ${legs} picks whose games are still to come; you have ${open}. No credit was used.`
  return { message, tone: 'low' }
}

const madeSchema = z.object({
  created_at: z.string(),
  details: z.object({ madeFrom: z.array(z.string()) }),
})
/**
 * Rows to read: up to three parlays per call, for 50 calls of one size within twice the lifetime of a pick.
 */
const MOST_READ = 150

const idsOf = (ids: readonly string[]): string => ids.toSorted().join()

/**
 * The time when parlays of the same size were last generated from the same picks, or null. Also null when the
 * history cannot be read: the question is only a courtesy, and the server charges each idempotency key once
 * in any case.
 */
export async function madeBefore(
  { supabase }: Pick<ShellApi, 'supabase'>,
  userId: string,
  { parlaySize, myPicks }: ParlayQuestion,
): Promise<string | null> {
  const { data } = await supabase
    .from('past_parlays')
    .select('created_at, details')
    .eq('user_id', userId)
    .eq('parlay_size', parlaySize)
    // No pick is older than its lifetime; twice that allows for a wrong device clock.
    .gt('created_at', new Date(Date.now() - 2 * PICK_LIFETIME_MS).toISOString())
    .order('created_at', { ascending: false })
    .limit(MOST_READ)
    .retry(false)
  const asked = idsOf(myPicks.map(({ id }) => id))
  for (const row of data ?? []) {
    const made = madeSchema.safeParse(row).data
    if (made && idsOf(made.details.madeFrom) === asked) return made.created_at
  }
  return null
}
