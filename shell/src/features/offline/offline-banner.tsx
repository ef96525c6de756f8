import { OFFLINE_ATTRIBUTE } from '@propsight/shared/contracts'
import { Banner } from '@propsight/shared/ui'
import { type ReactElement, useSyncExternalStore } from 'react'
import { useRegistry } from '../../loader/use-registry.ts'
import styles from './offline.module.css'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/**
 * Banner at the bottom of every screen, where it moves nothing, while the browser is offline, and on a page that was opened without the API until the API
 * answers.
 */
export function OfflineBanner(): ReactElement | null {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const { source } = useRegistry()
  const isReachable = source === 'api' || !document.documentElement.hasAttribute(OFFLINE_ATTRIBUTE)
  if (online && isReachable) return null
  return (
    <div className={styles.place}>
      <Banner tone="low" icon="offline" title="You are offline.">
        What is on the screen stays. New lines and saved picks need a connection.
      </Banner>
    </div>
  )
}
