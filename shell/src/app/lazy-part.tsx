import { Banner, Button, ErrorState } from '@propsight/shared/ui'
import {
  createElement,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { moveFocusToScreen } from '../state/move-focus.ts'
import { useServices } from '../state/services.ts'
import { showToast } from '../state/toasts.ts'
import styles from './lazy-part.module.css'

/** Delay before an optional part is requested again, ms. */
const RETRY_MS = 10_000

/** Replaces a screen whose chunk failed to load. */
export const MissingScreen = ({ onRetry }: { onRetry(): void }): ReactElement => (
  <div className="u-page">
    <ErrorState
      icon="plug"
      title="This page did not load"
      onRetry={() => {
        moveFocusToScreen()
        onRetry()
      }}
    >
      The network or the server did not answer. Your data is safe.
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
          moveFocusToScreen()
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
  const toastShown = useRef(false)
  const onOpen = useEffectEvent(() => {
    if (toastShown.current) return props.onRetry()
    toastShown.current = true
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
export function MissingOptionalPart({ onRetry }: { onRetry(): void }): null {
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    const retry = () => again()
    const timer = setTimeout(retry, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [])
  return null
}

/** Shown while a dialog's code loads. Without feedback, users press the button again. */
export const DialogLoading = (): ReactElement => (
  <p className={styles.opening} role="status">
    Loading...
  </p>
)

interface Retry {
  /** Requests the chunk again. */
  onRetry(): void
}
type Part<P> = (props: P) => ReactNode

/**
 * Loads a part of the shell as a separate chunk. React's `lazy` keeps a failed import and throws it on every
 * render, which would replace the whole page after one network failure. This component renders `Missing`
 * instead, and requests the chunk again on Retry and on every new mount.
 */
export function lazyPart<P extends object>(
  load: () => Promise<Part<P>>,
  Missing: (props: P & Retry) => ReactNode,
): Part<P> {
  let cached: LazyExoticComponent<Part<P & Retry>> | null = null

  /** Rendered when loading failed: discards the failed import. */
  function Failed(props: P & Retry): ReactNode {
    useEffect(() => {
      cached = null
    }, [])
    return <Missing {...props} />
  }
  const loadOrFail = async (): Promise<{ default: Part<P & Retry> }> => ({
    default: await load().catch(() => Failed),
  })
  const getLazy = () => {
    cached ??= lazy(loadOrFail)
    return cached
  }
  return function LazyPart(props) {
    const [Shown, setShown] = useState(getLazy)
    const onRetry = () => {
      cached = null
      setShown(getLazy())
    }
    return createElement<P & Retry>(Shown, { ...props, onRetry })
  }
}
