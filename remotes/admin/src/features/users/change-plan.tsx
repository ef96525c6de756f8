import type { AdminUserRow } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { Segmented } from '@propsight/shared/ui'
import { useState } from 'react'
import { Ask } from '../../components/confirm-dialog.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { useShell } from '../../state/shell.tsx'
import { useDeed } from '../../state/use-server-mutation.ts'
import { useUnsaved } from '../../state/use-unsaved.ts'
import { isReason, ReasonField } from './reason-field.tsx'
import { planText } from './user-texts.ts'

const OPTIONS = (['free', 'basic', 'premium'] as const).map((value) => ({ value, label: PLANS[value].label }))

/** Changes the plan of an account, with a reason. The credits change with the next monthly grant. */
export function ChangePlan({ user, onClose }: { user: AdminUserRow; onClose(): void }) {
  const shell = useShell()
  const { tell, refresh } = useAdminApi()
  const [plan, setPlan] = useState(user.plan)
  const [reason, setReason] = useState('')
  const deed = useDeed({ server: 'The plan could not be changed' })
  useUnsaved(reason !== '')

  async function change() {
    const { userId } = user
    const body = { userId, plan, reason: reason.trim() }
    if (!(await deed.run(() => tell('/api/admin/set-plan', body)))) return
    shell.notify({ message: `${user.email} is on the ${planText(plan)} plan`, tone: 'good' })
    onClose()
    if (shell.session.get()?.id === userId) void shell.refreshProfile()
    await refresh('users', 'audit')
  }
  return (
    <Ask
      title="Change plan"
      confirm={`Change to ${planText(plan)}`}
      notYet={plan === user.plan || !isReason(reason)}
      busy={deed.busy}
      error={deed.error}
      onConfirm={() => void change()}
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
    </Ask>
  )
}
