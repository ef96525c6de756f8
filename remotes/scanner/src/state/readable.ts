import type { Readable } from '@propsight/shared/contracts'
import { useSyncExternalStore } from 'react'

/** Subscribes to a readable value of the shell and returns its current value. */
export const useReadable = <T>(readable: Readable<T>): T =>
  useSyncExternalStore(readable.subscribe, readable.get)

const query = (text: string) => (typeof matchMedia === 'function' ? matchMedia(text) : null)

/** Whether a media query applies; false where the browser has none. @param text such as '(max-width: 767px)' */
export const useMedia = (text: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = query(text)
      media?.addEventListener('change', onChange)
      return () => media?.removeEventListener('change', onChange)
    },
    () => query(text)?.matches ?? false,
  )

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether the browser is online. True does not mean that the server is reachable. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
