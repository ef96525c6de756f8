import { useShell } from '@propsight/shared/client'
import {
  type AdminUserRow,
  adjustCreditsBody,
  creditsResponse,
  type LedgerRow,
} from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { numberText } from '@propsight/shared/format'
import { Segmented, Tag, TextArea, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { changeText } from '../../components/format.ts'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText, useRetryKey, useUnsaved } from '../../state/requests.ts'

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

const LEAST = 3
const MOST = 500

export const isReason = (text: string): boolean => text.trim().length >= LEAST

/** The reason for an action. It is recorded in the audit log, and in the ledger if credits change. */
export const ReasonField = ({ value, onChange }: { value: string; onChange(text: string): void }) => (
  <TextArea
    label="Reason"
    required
    rows={2}
    maxLength={MOST}
    hint="Kept in the audit log."
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

const OPTIONS = (['free', 'basic', 'premium'] as const).map((value) => ({ value, label: PLANS[value].label }))

/** Changes the plan of an account, with a reason. The credits change with the next monthly grant. */
export function ChangePlan({ user, onClose }: { user: AdminUserRow; onClose(): void }) {
  const shell = useShell()
  const { post, refresh } = useAdminApi()
  const [plan, setPlan] = useState(user.plan)
  const [reason, setReason] = useState('')
  const change = useMutation({
    mutationFn: (values: { plan: typeof plan; reason: string }) =>
      post('/api/admin/set-plan', { userId: user.userId, ...values }),
    onSuccess(_, values) {
      shell.notify({ message: `${user.email} is on the ${planText(values.plan)} plan`, tone: 'good' })
      onClose()
      if (shell.session.get()?.id === user.userId) void shell.refreshProfile()
      void refresh('users', 'audit')
    },
  })
  useUnsaved(reason !== '')

  return (
    <ConfirmDialog
      title="Change plan"
      confirm={`Change to ${planText(plan)}`}
      incomplete={plan === user.plan || !isReason(reason)}
      busy={change.isPending}
      error={change.error && errorText(change.error, { server: 'The plan could not be changed' })}
      onConfirm={() => change.mutate({ plan, reason: reason.trim() })}
      onCancel={onClose}
    >
      <div className={screen.form}>
        <p>
          {user.email} is on the {planText(user.plan)} plan. The next monthly grant follows the new one:{' '}
          {PLANS[plan].creditsPerMonth} credits.
        </p>
        <Segmented label="Plan" options={OPTIONS} value={plan} onChange={(next) => setPlan(next)} full />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}

interface RefundRunProps {
  userId: string
  runId: string
  onClose(): void
  onRefunded(): void
}

/** Refunds the credits of one run, with a reason. The server refunds each run at most once. */
export function RefundRun({ userId, runId, onClose, onRefunded }: RefundRunProps) {
  const shell = useShell()
  const { fetchParsed, refresh } = useAdminApi()
  const [reason, setReason] = useState('')
  const refund = useMutation({
    mutationFn: () =>
      fetchParsed(creditsResponse, '/api/admin/refund-run', { body: { runId, reason: reason.trim() } }),
    onSuccess({ credits }) {
      shell.notify({ message: `Refunded; ${numberText(credits)} credits now`, tone: 'good' })
      onRefunded()
      if (shell.session.get()?.id === userId) void shell.refreshProfile()
      void refresh('users', 'ledger', 'audit')
    },
  })
  useUnsaved(reason !== '')

  return (
    <ConfirmDialog
      title="Refund this run?"
      confirm="Refund"
      incomplete={!isReason(reason)}
      busy={refund.isPending}
      error={refund.error && errorText(refund.error, { server: 'The run could not be refunded' })}
      onConfirm={() => refund.mutate()}
      onCancel={onClose}
    >
      <div className={screen.form}>
        <p>What run {runId} cost goes back to the account, once.</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}

/** Adds or removes credits of an account, with a reason. The idempotency key makes a retry safe. */
export function AdjustCredits({ user, onClose }: { user: AdminUserRow; onClose(): void }) {
  const shell = useShell()
  const { fetchParsed, refresh } = useAdminApi()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const retryKey = useRetryKey()
  useUnsaved(typed !== '' || reason !== '')
  const delta = typed.trim() === '' ? 0 : Number(typed.replace('−', '-'))
  const isDelta = adjustCreditsBody.shape.delta.safeParse(delta).success
  const after = user.credits + delta

  const adjust = useMutation({
    mutationFn() {
      const { userId } = user
      const values = { userId, delta, reason: reason.trim() }
      const body = { ...values, idempotencyKey: retryKey(values) }
      return fetchParsed(creditsResponse, '/api/admin/adjust-credits', { body })
    },
    onSuccess({ credits }) {
      shell.notify({ message: `${user.email} has ${numberText(credits)} credits`, tone: 'good' })
      onClose()
      if (shell.session.get()?.id === user.userId) void shell.refreshProfile()
      void refresh('users', 'ledger', 'audit')
    },
  })
  return (
    <ConfirmDialog
      title="Adjust credits"
      confirm={isDelta ? `Adjust by ${changeText(delta)}` : 'Adjust'}
      incomplete={!isDelta || !isReason(reason)}
      busy={adjust.isPending}
      error={adjust.error && errorText(adjust.error, { server: 'The credits could not be adjusted' })}
      onConfirm={() => adjust.mutate()}
      onCancel={onClose}
    >
      <div className={screen.form}>
        <p>
          {user.email} has {numberText(user.credits)} credits.
        </p>
        <TextInput
          label="Change"
          inputMode="numeric"
          autoComplete="off"
          required
          placeholder="20 or −5"
          hint={isDelta ? `Then ${changeText(after).replace('+', '')}.` : 'A whole number other than 0.'}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
