import { Button, FieldError } from '@propsight/shared/ui'
import { useState } from 'react'
import { Modal } from '../components/modal.tsx'
import { AccessStep } from '../features/access/access-step.tsx'
import { KeyForm } from '../features/access/key-form.tsx'
import { useSession } from '../features/access/use-session.ts'
import { useDeed } from '../state/use-server-mutation.ts'
import styles from './admin.module.css'
import { Views } from './views.tsx'

/** The access step, or the dashboard once a session is open. */
export function Admin() {
  const control = useSession()
  const { session } = control
  const [opened, setOpened] = useState(false)
  const ending = useDeed('The session could not be ended')
  if (session && !opened) setOpened(true)
  const end = () => ending.run(control.end).then((done) => done && setOpened(false))

  return (
    <>
      <header className={styles.head}>
        <h1>Admin access</h1>
        {session && opened && (
          <div className={styles.who}>
            <p className={session.by === 'key' ? 'u-dim u-wide' : 'u-dim'}>
              {session.by === 'key' ? 'By the admin key' : 'By your account'}
            </p>
            {session.by === 'key' && (
              <Button busy={ending.busy} onClick={end}>
                End session
              </Button>
            )}
          </div>
        )}
      </header>
      {ending.error && <FieldError>{ending.error}</FieldError>}
      {opened ? <Views /> : <AccessStep control={control} />}
      {opened && session === null && (
        // A dialog over the dashboard, so that typed input below is kept.
        <Modal title="Your admin session ended" onClose={() => setOpened(false)}>
          <p>Enter the admin key to go on where you were.</p>
          <KeyForm control={control} />
        </Modal>
      )}
    </>
  )
}
