import { Banner, Button, ErrorState } from '@propsight/shared/ui'
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react'
import { leaveFocus } from '../state/move-focus.ts'
import { useServices } from '../state/services.ts'
import { showToast } from '../state/toasts.ts'

/** Delay before an optional part is requested again, ms. */
const AGAIN_MS = 10_000

/** Replaces a screen whose chunk failed to load. */
export const MissingScreen = ({ onRetry }: { onRetry(): void }): ReactElement => (
  <div className="u-page">
    <ErrorState
      icon="plug"
      title="This page did not load"
      onRetry={() => {
        leaveFocus()
        onRetry()
      }}
    >
      The network or the server did not answer. Nothing of yours is lost.
    </ErrorState>
  </div>
)

/** Replaces a part of a dialog whose chunk failed to load. */
export const MissingPart = ({ onRetry }: { onRetry(): void }): ReactElement => (
  <Banner
    tone="low"
    icon="plug"
    title="This part did not load."
    action={
      <Button
        variant="bare"
        onClick={() => {
          leaveFocus()
          onRetry()
        }}
      >
        Retry
      </Button>
    }
  >
    The network or the server did not answer.
  </Banner>
)

/**
 * Replaces a dialog whose chunk failed to load: shows a toast and closes. The next time that the dialog is
 * opened, the chunk is requested again.
 */
export function MissingDialog(props: { open: boolean; onClose(): void; onRetry(): void }): null {
  const { open } = props
  const { store } = useServices()
  const told = useRef(false)
  const onOpen = useEffectEvent(() => {
    if (told.current) return props.onRetry()
    told.current = true
    showToast(store, { message: 'This did not open: no answer from the network. Try again.', tone: 'low' })
    props.onClose()
  })
  useEffect(() => {
    if (open) onOpen()
  }, [open])
  return null
}

/**
 * Replaces an optional part: renders nothing, and retries after a delay or when the browser is back online.
 */
export function MissingForNow({ onRetry }: { onRetry(): void }): null {
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    const retry = () => again()
    const timer = setTimeout(retry, AGAIN_MS)
    addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [])
  return null
}
