import { ShellProvider } from '@propsight/shared/client'
import type { RemoteProps } from '@propsight/shared/contracts'
import { zoneText } from '@propsight/shared/format'
import { Button, FieldError, nextEnabled } from '@propsight/shared/ui'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import { Link, useQueryParams } from '../components/link.tsx'
import { Modal } from '../components/modal.tsx'
import { AccessStep } from '../features/access/access-step.tsx'
import { KeyForm } from '../features/access/key-form.tsx'
import { OwnFactor } from '../features/access/second-factor.tsx'
import { useSession } from '../features/access/use-session.ts'
import { Administrators } from '../features/administrators/administrators.tsx'
import { Audit } from '../features/audit/audit.tsx'
import { Codes } from '../features/codes/codes.tsx'
import { Releases } from '../features/releases/releases.tsx'
import { Users } from '../features/users/users.tsx'
import { errorText } from '../state/requests.ts'
import styles from './admin.module.css'

const CODES = { id: 'codes', title: 'Codes', View: Codes }
const VIEWS: readonly { id: string; title: string; View: ComponentType }[] = [
  CODES,
  { id: 'users', title: 'Users', View: Users },
  { id: 'releases', title: 'Releases', View: Releases },
  { id: 'audit', title: 'Audit log', View: Audit },
  { id: 'administrators', title: 'Administrators', View: Administrators },
]

/** The dashboard: a link with its own URL for each view, and the open view. */
export function Views() {
  const { query } = useQueryParams()
  const nav = useRef<HTMLElement>(null)
  const requestedId = query.get('view')
  const open = VIEWS.find(({ id }) => id === requestedId) ?? CODES
  const showsCodes = open === CODES
  const [codesMounted, setCodesMounted] = useState(showsCodes)
  if (showsCodes && !codesMounted) setCodesMounted(true)
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])]
    const from = links.indexOf(event.target as HTMLAnchorElement)
    const next = nextEnabled(
      event.key,
      from,
      links.map(() => false),
    )
    if (from < 0 || next === null) return
    event.preventDefault()
    links[next]?.focus()
  }
  return (
    <>
      <nav ref={nav} className={styles.nav} aria-label="Admin" onKeyDown={onKeyDown}>
        {VIEWS.map(({ id, title }) => (
          <Link key={id} to={{ view: id }} aria-current={id === open.id ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {/* The only view with a form in the page: it stays mounted but hidden, so that typed input is kept. */}
      {codesMounted && (
        <div hidden={!showsCodes}>
          <Codes />
        </div>
      )}
      {!showsCodes && <open.View />}
    </>
  )
}

const END_FAILED = {
  server: 'The session could not be ended',
  network: 'The session could not be ended',
}

/** The access step, or the dashboard once a session is open. */
export function Admin() {
  const control = useSession()
  const { session } = control
  const [opened, setOpened] = useState(false)
  const ending = useMutation({ mutationFn: control.end, onSuccess: () => setOpened(false) })
  if (session && !opened) setOpened(true)

  return (
    <>
      <header className={styles.head}>
        <h1>Admin access</h1>
        {session && opened && (
          <div className={styles.who}>
            <p className={session.by === 'key' ? 'u-dim u-wide' : 'u-dim'}>
              {session.by === 'key' ? 'By the admin key' : 'By your account'}
            </p>
            <p className="u-dim">Times in {zoneText([])}</p>
            {session.by === 'account' && <OwnFactor />}
            {session.by === 'key' && (
              <Button busy={ending.isPending} onClick={() => ending.mutate()}>
                End session
              </Button>
            )}
          </div>
        )}
      </header>
      {ending.error && <FieldError>{errorText(ending.error, END_FAILED)}</FieldError>}
      {opened ? <Views /> : <AccessStep control={control} />}
      {opened && session === null && (
        // A dialog over the dashboard, so that typed input below is kept.
        <Modal title="Your admin session ended" onClose={() => setOpened(false)}>
          <p>Enter the admin key to continue where you were.</p>
          <KeyForm control={control} />
        </Modal>
      )}
    </>
  )
}

/** The remote's root: the shell and its query client around the admin screen. */
export const Root = ({ shell }: RemoteProps) => (
  <QueryClientProvider client={shell.queryClient}>
    <ShellProvider shell={shell}>
      <div className="u-page">
        <Admin />
      </div>
    </ShellProvider>
  </QueryClientProvider>
)
