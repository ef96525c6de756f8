import { PRICING_PATH } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { Button, Dialog, Segmented } from '@propsight/shared/ui'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Helplines } from '../../components/helplines.tsx'
import { PlansTable } from '../../components/plans-table.tsx'
import { ThemeChoice } from '../../components/theme-choice.tsx'
import { useServices } from '../../state/services.ts'
import { profileAtom, signOutHere, userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './account.module.css'
import { EmailRow, PENDING_EMAIL } from './email-row.tsx'
import { PasswordRow } from './password-row.tsx'

import { ACCOUNT_SESSIONS, SessionsList } from './sessions-list.tsx'

/** Email, password, credits, plan, the table of plans, theme, and devices. */
export function AccountView({ onClose }: { onClose(): void }): ReactElement {
  const { location } = useServices()
  const profile = useAtomValue(profileAtom)
  const plan = profile ? PLANS[profile.plan] : null
  const goToPricing = () => {
    onClose()
    location.navigate(PRICING_PATH)
  }
  return (
    <>
      <dl className={styles.facts}>
        <EmailRow />
        <PasswordRow />
        <dt>Credits</dt>
        <dd>
          {profile ? (
            <b className={`u-fig ${styles.credits}`}>{profile.credits.toLocaleString('en-US')}</b>
          ) : (
            '—'
          )}
        </dd>
        <dt>Plan</dt>
        <dd>{plan ? `${plan.label}, ${plan.creditsPerMonth} a month` : '—'}</dd>
      </dl>
      {!profile && <p role="status">Your profile could not be loaded, so plan and credits are not shown.</p>}
      {profile?.plan === 'free' && (
        <section className={styles.upgrade} aria-label="Upgrade">
          <p>
            <b>More credits every month</b> with a paid plan.
          </p>
          <Button onClick={goToPricing}>Upgrade</Button>
        </section>
      )}
      <PlansTable current={profile?.plan ?? null} />
      <dl className={styles.facts}>
        <dt>Theme</dt>
        <dd>
          <ThemeChoice />
        </dd>
      </dl>
      <SessionsList />
    </>
  )
}

export interface AccountDialogProps {
  open: boolean
  onClose(): void
  /**
   * Content of 'Your data and limits'. It belongs to the feature `rights` and loads when its tab is first
   * opened.
   */
  rights: ReactNode
  /** Content of 'Alerts', which belongs to the feature `alerts` and loads likewise. */
  alerts: ReactNode
  /** The part that is shown first. */
  first?: Part | undefined
}

const PARTS = [
  { value: 'account', label: 'Account' },
  { value: 'rights', label: 'Your data and limits' },
  { value: 'alerts', label: 'Alerts' },
] as const
type Part = (typeof PARTS)[number]['value']

const SETTLE_MS = 1_000

/** Waits at most a second for the request of the unconfirmed address, which the auth client cannot cancel. */
async function settlePendingEmail(queryClient: QueryClient): Promise<void> {
  const requests = queryClient.getQueryCache().findAll({ queryKey: [PENDING_EMAIL], fetchStatus: 'fetching' })
  const timeout = new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  await Promise.race([timeout, Promise.allSettled(requests.map(({ promise }) => promise))])
}

/** The account dialog: account data, data and limits, alerts, Sign Out (S6, A11). */
export function AccountDialog({ open, onClose, rights, alerts, first }: AccountDialogProps): ReactElement {
  const services = useServices()
  const queryClient = useQueryClient()
  const user = useAtomValue(userAtom)
  // The session can end while the dialog is open (signed out in another tab, excluded, deleted). The dialog
  // must not stay open above the login screen.
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (open && !user) close()
  }, [open, user])

  const signOut = useMutation({
    async mutationFn() {
      // A request that arrives after the end of the session would be refused.
      await queryClient.cancelQueries({ queryKey: [ACCOUNT_SESSIONS] })
      await settlePendingEmail(queryClient)
      const error = await signOutHere(services)
      if (error) throw error
    },
    onSuccess: onClose,
    onError: ({ message }) =>
      showToast(services.store, { message: `You are still signed in: ${message}`, tone: 'low' }),
  })

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Account"
      footer={
        <Button variant="bare" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign Out
        </Button>
      }
    >
      <Parts key={user?.id} rights={rights} alerts={alerts} first={first} onClose={onClose} />
      <p className={styles.help}>
        Gambling on your mind? <Helplines />
      </p>
    </Dialog>
  )
}

/** Mounted inside of the dialog, so that every opening starts with the first part. */
function Parts({
  rights,
  alerts,
  first = 'account',
  onClose,
}: Pick<AccountDialogProps, 'rights' | 'alerts' | 'first' | 'onClose'>): ReactElement {
  const [part, setPart] = useState<Part>(first)
  const content: Record<Part, ReactNode> = {
    account: <AccountView onClose={onClose} />,
    rights,
    alerts,
  }
  return (
    <>
      <Segmented
        label="Part of the account"
        full
        tight
        options={PARTS}
        value={part}
        onChange={(next) => setPart(next)}
      />
      {content[part]}
    </>
  )
}
