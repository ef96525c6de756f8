import { Banner } from '@propsight/shared/ui'
import { type ReactElement, useSyncExternalStore } from 'react'
import styles from './offline.module.css'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Banner above every screen while the browser is offline. */
export function OfflineBanner(): ReactElement | null {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  return (
    <div className={styles.place}>
      <Banner tone="low" icon="offline" title="You are offline.">
        What is on the screen stays. New lines and saved picks need the network.
      </Banner>
    </div>
  )
}
