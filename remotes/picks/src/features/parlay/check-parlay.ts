import { PARLAY_WORDS, type ShellApi, type Toast } from '@propsight/shared/contracts'
import { PARLAY_COST_CREDITS } from '@propsight/shared/domain'

type Asker = Pick<ShellApi, 'credits' | 'navigate' | 'refreshProfile'>

const short = ({ credits }: Asker): boolean => {
  const balance = credits.get()
  return balance !== null && balance < PARLAY_COST_CREDITS
}

/**
 * The alert of the credits check, or null where they suffice or are not known: the server decides in the end. A
 * balance that seems too small is read again first, since another tab or a grant may have changed it.
 */
export async function creditsAlert(shell: Asker): Promise<Toast | null> {
  if (short(shell)) await shell.refreshProfile()
  if (!short(shell)) return null
  const action = { label: 'See plans', run: () => shell.navigate('/pricing') }
  return { message: PARLAY_WORDS.noCredits, tone: 'low', action }
}

/** The alert of the count check, or null. */
export const countAlert = (legs: number, picks: number): Toast | null =>
  picks >= legs ? null : { message: PARLAY_WORDS.tooFew(legs, picks), tone: 'low' }
