import { Button, Dialog, Segmented } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Helplines } from '../../components/helplines.tsx'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './account.module.css'
import { AccountView } from './account-view.tsx'

export interface AccountDialogProps {
  open: boolean
  onClose(): void
  /** 'Your data and limits', another feature's and loaded when it is first looked at. */
  rights: ReactNode
}

const PARTS = [
  { value: 'account', label: 'Account' },
  { value: 'rights', label: 'Your data and limits' },
] as const
type Part = (typeof PARTS)[number]['value']

/** Who is signed in, what they have, what they may decide, and the way out. */
export function AccountDialog({ open, onClose, rights }: AccountDialogProps): ReactElement {
  const { supabase, store } = useServices()
  const user = useAtomValue(userAtom)
  const [busy, setBusy] = useState(false)
  // Signed out in another tab, excluded or deleted: nothing of the account stays above the login screen.
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (open && !user) close()
  }, [open, user])

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
      <Parts key={user?.id} rights={rights} onClose={onClose} />
      <p className={styles.help}>
        Gambling on your mind? <Helplines />
      </p>
    </Dialog>
  )
}

/** Inside of the dialog, so that it begins with the account whenever it is opened. */
function Parts({ rights, onClose }: Pick<AccountDialogProps, 'rights' | 'onClose'>): ReactElement {
  const [part, setPart] = useState<Part>('account')
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
      {part === 'account' ? <AccountView onClose={onClose} /> : rights}
    </>
  )
}
