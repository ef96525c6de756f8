import { readResponse } from '@propsight/shared/client'
import { type AccountSession, PRICING_PATH, sessionsResponse } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { momentText, zoneText } from '@propsight/shared/format'
import { Button, Dialog, FieldError, Segmented, Skeleton } from '@propsight/shared/ui'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Helplines } from '../../components/helplines.tsx'
import { LoadFailed } from '../../components/pending-query.tsx'
import { PlansTable } from '../../components/plans-table.tsx'
import { ThemeChoice } from '../../components/theme-choice.tsx'
import { errorText } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import { profileAtom, signOutHere, userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './account.module.css'
import { EmailRow, PENDING_EMAIL } from './email-row.tsx'
import { PasswordRow } from './password-row.tsx'

/** Parts of a user agent with their names. The first match counts: Edge also contains 'Chrome'. */
const BROWSERS: [RegExp, string][] = [
  [/Edg\w*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A readable name of a browser: 'Firefox on Windows'; 'Unknown device' for any other user agent. */
export function describeAgent(userAgent: string | null): string {
  const nameOf = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = nameOf(BROWSERS)
  const system = nameOf(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Key of all queries of this list. */
const ACCOUNT_SESSIONS = 'account-sessions'
const keyOf = (userId: string) => [ACCOUNT_SESSIONS, userId] as const

function SessionItem({ session, userId }: { session: AccountSession; userId: string }): ReactElement {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { id, createdAt, usedAt, userAgent, current } = session
  const name = describeAgent(userAgent)
  const end = useMutation({
    mutationFn: () => api.json('/api/account/end-session', { body: { sessionId: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  })
  return (
    <li>
      <span>
        <b>{name}</b>
        <span>
          Signed in {momentText(createdAt)}
          {current ? ' · this device' : ` · last used ${momentText(usedAt)}`}
        </span>
        {end.error && <FieldError>{errorText(end.error)}</FieldError>}
      </span>
      {!current && (
        <Button
          variant="bare"
          busy={end.isPending}
          aria-label={`End session: ${name}, signed in ${momentText(createdAt)}`}
          onClick={() => end.mutate()}
        >
          End session
        </Button>
      )}
    </li>
  )
}

/** The devices on which the user is signed in. All but this one can be signed out from here. */
export function SessionsList(): ReactElement | null {
  const { api, supabase } = useServices()
  const queryClient = useQueryClient()
  const user = useAtomValue(userAtom)
  const query = useQuery({
    queryKey: keyOf(user?.id ?? ''),
    enabled: user !== null,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      readResponse(sessionsResponse, await api.json('/api/account/sessions', { signal })).value.sessions,
  })
  const endOthers = useMutation({
    async mutationFn() {
      const { error } = await supabase.auth.signOut({ scope: 'others' })
      if (error) throw error
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(user?.id ?? '') }),
  })
  if (!user) return null
  const { data, error } = query
  return (
    <section className={styles.sessions} aria-label="Devices">
      <h3>Devices</h3>
      {data && <p>Times in {zoneText(data.flatMap(({ createdAt, usedAt }) => [createdAt, usedAt]))}</p>}
      {data && (
        <ul>
          {data.map((session) => (
            <SessionItem key={session.id} session={session} userId={user.id} />
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all other sessions
        </Button>
      )}
      {endOthers.error && <FieldError>{errorText(endOthers.error)}</FieldError>}
      {!data && !error && (
        <div role="status" aria-busy="true" aria-label="Loading your devices">
          <Skeleton height={88} />
        </div>
      )}
      {!data && error && <LoadFailed what="devices" query={query} />}
    </section>
  )
}

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
