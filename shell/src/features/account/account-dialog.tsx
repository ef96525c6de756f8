import { PRICING_PATH } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { Button, Dialog } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type ReactElement, useState } from 'react'
import { Helplines } from '../../components/helplines.tsx'
import { ThemeChoice } from '../../components/theme-choice.tsx'
import { useServices } from '../../state/services.ts'
import { profileAtom, userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './account.module.css'

export interface AccountDialogProps {
  open: boolean
  onClose(): void
}

/** Who is signed in, the plan, the credits, and the way out. */
export function AccountDialog({ open, onClose }: AccountDialogProps): ReactElement {
  const { supabase, store, location } = useServices()
  const user = useAtomValue(userAtom)
  const profile = useAtomValue(profileAtom)
  const [busy, setBusy] = useState(false)
  const plan = profile ? PLANS[profile.plan] : null

  const goToPricing = () => {
    onClose()
    location.navigate(PRICING_PATH)
  }
  async function signOut() {
    setBusy(true)
    const { error } = await supabase.auth.signOut({ scope: 'local' })
    setBusy(false)
    if (error) showToast(store, { message: `You are still signed in: ${error.message}`, tone: 'low' })
    else onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Account"
      footer={
        <Button variant="bare" busy={busy} onClick={() => void signOut()}>
          Sign Out
        </Button>
      }
    >
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>{user?.email}</dd>
        <dt>Plan</dt>
        <dd>
          {plan ? `${plan.label}, ${plan.creditsPerMonth} a month` : '—'}
          {profile?.plan === 'free' && <Button onClick={goToPricing}>Upgrade</Button>}
        </dd>
        <dt>Credits</dt>
        <dd>{profile ? <b className={`u-fig ${styles.credits}`}>{profile.credits}</b> : '—'}</dd>
        <dt>Theme</dt>
        <dd>
          <ThemeChoice />
        </dd>
      </dl>
      {!profile && <p role="status">Your profile could not be read, so plan and credits are not shown.</p>}
      <p className={styles.help}>
        Gambling on your mind? <Helplines />
      </p>
    </Dialog>
  )
}
