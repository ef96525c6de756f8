import { Button, Dialog } from '@propsight/shared/ui'
import { type ReactElement, useRef, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { Services } from '../../state/services.ts'
import { LEAVING } from '../../state/unsaved-work.ts'

type Router = Pick<Services['router'], 'state' | 'subscribe'>

/** Asks whether to leave a screen, while the router holds a navigation that would lose work. */
function LeaveDialog({ router }: { router: Router }): ReactElement {
  const stayButton = useRef<HTMLButtonElement>(null)
  const blocker = useSyncExternalStore(router.subscribe, () => router.state.blockers.get(LEAVING))
  const stay = () => blocker?.reset?.()
  return (
    <Dialog
      open={blocker?.state === 'blocked'}
      onClose={stay}
      title="Leave without saving?"
      role="alertdialog"
      initialFocus={stayButton}
      footer={
        <>
          <Button ref={stayButton} onClick={stay}>
            Stay
          </Button>
          <Button variant="bad" onClick={() => blocker?.proceed?.()}>
            Leave
          </Button>
        </>
      }
    >
      <p>Work on this page is not saved. Leaving now loses it.</p>
    </Dialog>
  )
}

/** Shows the dialog whenever a navigation is held, above the screen and its dialogs, in a React root of its own. */
export function askBeforeLeaving(router: Router): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<LeaveDialog router={router} />)
}
