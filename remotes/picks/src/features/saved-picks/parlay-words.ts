import type { PickRow } from '@propsight/shared/contracts'
import { isPaid, PRIZEPICKS_PAYOUTS, takesLess } from '@propsight/shared/domain'
import { picksText } from '../../state/pick-text.ts'

const WHOLE = 100

/** '2 legs from 6 picks'. */
export const legsText = (size: number, picks: number): string => `${size} legs from ${picksText(picks)}`

/**
 * What an entry of so many standard legs pays, and the joint chance at which it returns its stake: 'Pays 3×; break-even
 * 33.3% for all legs'. Where the book publishes no payout it says so.
 */
export function paysText(size: number, rows: readonly PickRow[]): string {
  const pays = isPaid(PRIZEPICKS_PAYOUTS, 'power', size) ? PRIZEPICKS_PAYOUTS.power[size] : undefined
  if (pays === undefined) return `No public payout for ${size} legs: chances only`
  const priced = rows.filter(({ pick }) => pick && takesLess(pick.oddsType)).length
  if (priced < size && rows.length >= size) return 'No public payout with goblins or demons: chances only'
  return `Pays ${pays}×; break-even ${(WHOLE / pays).toFixed(1)}% for all legs`
}
