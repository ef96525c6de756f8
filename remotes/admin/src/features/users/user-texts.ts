import type { AdminUserRow, LedgerRow } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'

export const planText = (plan: AdminUserRow['plan']): string => PLANS[plan].label

const REASONS: Record<string, string> = {
  welcome: 'Welcome',
  grant: 'Monthly grant',
  hold: 'Held for a run',
  capture: 'Run done',
  release: 'Run given back',
  refund: 'Refund',
  adjustment: 'Adjustment',
}
/** What an entry of the ledger is called; a reason that this version does not know stands as it is. */
export const reasonText = (reason: string): string => REASONS[reason] ?? reason

/** Whether the user shut themselves out until later than now. */
export const isExcluded = ({ excludedUntil }: AdminUserRow, now: number): boolean =>
  excludedUntil !== null && Date.parse(excludedUntil) > now

/** Runs that were done and not refunded since, as far as these entries tell. */
export function refundable(entries: readonly LedgerRow[]): ReadonlySet<number> {
  const refunded = new Set(entries.filter(({ reason }) => reason === 'refund').map(({ runId }) => runId))
  const open = entries.filter(({ reason, runId }) => reason === 'capture' && runId && !refunded.has(runId))
  return new Set(open.map(({ id }) => id))
}
