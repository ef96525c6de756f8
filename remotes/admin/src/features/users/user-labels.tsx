import type { AdminUserRow, LedgerRow } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { Tag } from '@propsight/shared/ui'
import screen from '../../components/screen.module.css'

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
/** The label of a ledger entry; an unknown reason is shown unchanged. */
export const reasonText = (reason: string): string => REASONS[reason] ?? reason

/** Whether the self-exclusion of the user is still in effect. */
export const isExcluded = ({ excludedUntil }: AdminUserRow, now: number): boolean =>
  excludedUntil !== null && Date.parse(excludedUntil) > now

/** The ids of the capture entries whose runs can be refunded, judged by the given entries only. */
export function refundable(entries: readonly LedgerRow[]): ReadonlySet<number> {
  const refunded = new Set(entries.filter(({ reason }) => reason === 'refund').map(({ runId }) => runId))
  const open = entries.filter(({ reason, runId }) => reason === 'capture' && runId && !refunded.has(runId))
  return new Set(open.map(({ id }) => id))
}

/** Tags for the special states of an account. */
export const UserTags = ({ user }: { user: AdminUserRow }) => (
  <span className={screen.tags}>
    {user.isAdmin && <Tag small>Administrator</Tag>}
    {isExcluded(user, Date.now()) && (
      <Tag small tone="mid">
        Self-excluded
      </Tag>
    )}
    {user.emailVerifiedAt === null && (
      <Tag small outlined>
        Email not confirmed
      </Tag>
    )}
  </span>
)
