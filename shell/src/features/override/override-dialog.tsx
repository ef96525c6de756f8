import { overrideBody, type RegistryEntry } from '@propsight/shared/contracts'
import { Button, Dialog, FieldError, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react'
import { startOverride } from '../../state/override-api.ts'
import { useServices } from '../../state/services.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './override.module.css'

export interface OverrideDialogProps {
  entry: RegistryEntry
  /** Address from the link; null when the developer types it. */
  url: string | null
  open: boolean
  onClose(): void
}

/** Default address of `--for-shell`; it uses another port when this one is taken. */
const USUAL_ADDRESS = 'http://127.0.0.1:4200'

/** Asks for confirmation of an override: shows the remote, the address and the rights of its code. */
export function OverrideDialog({ entry, url, open, onClose }: OverrideDialogProps): ReactElement {
  const services = useServices()
  const cancel = useRef<HTMLButtonElement>(null)
  const form = useId()
  const [typed, setTyped] = useState(USUAL_ADDRESS)
  const { title } = entry.placement

  const start = useMutation({
    async mutationFn() {
      const body = overrideBody.safeParse({ name: entry.name, url: url ?? typed.trim() })
      if (!body.success) throw new Error(`Only a loopback address with a port, such as ${USUAL_ADDRESS}.`)
      await startOverride(services, body.data)
    },
  })
  const problem = start.error?.message

  function confirm(event: FormEvent) {
    event.preventDefault()
    // After success the page reloads.
    if (!start.isPending && !start.isSuccess) start.mutate()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Run ${title} from your machine?`}
      role="alertdialog"
      initialFocus={cancel}
      footer={
        <>
          {problem && url !== null && <FieldError>{problem}</FieldError>}
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="bad" type="submit" form={form} busy={start.isPending || start.isSuccess}>
            Run it here
          </Button>
        </>
      }
    >
      <form id={form} className={styles.question} onSubmit={confirm}>
        <dl className={styles.facts}>
          <dt>Instead of</dt>
          <dd>
            {title} <span className="u-dim">{entry.version}</span>
          </dd>
          <dt>Runs from</dt>
          <dd>
            {url === null ? (
              <TextInput
                label="Address of your dev server"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                error={problem}
                spellCheck={false}
                autoComplete="off"
              />
            ) : (
              <code className={styles.address}>{url}</code>
            )}
          </dd>
        </dl>
        <p>
          <b>Code from this address can do everything that you can do here</b>: read your data, save and
          delete, spend your credits. It was not reviewed. Continue only if you started this server yourself.
        </p>
        <p>
          It runs in this browser only, until you reset it, sign out or close the browser, and for 12 hours at
          most. The page reloads now{hasUnsavedWork() ? ', and what is not saved on it is lost' : ''}.
        </p>
      </form>
    </Dialog>
  )
}
