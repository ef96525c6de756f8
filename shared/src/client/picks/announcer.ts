const CHANNEL = 'propsight:my-picks'

/** Notifies other tabs and other parts of this page that the picks have changed. */
export interface Announcer {
  tell(): void
  /** @returns the function that ends the subscription */
  listen(onChange: () => void): () => void
}

/**
 * Creates an announcer on a BroadcastChannel. Storage events are used in addition, for browsers without
 * BroadcastChannel; they do not reach other parts of the same page.
 * @param keyStart prefix of the relevant storage keys
 */
export function createAnnouncer(keyStart: string): Announcer {
  let channel: BroadcastChannel | null = null
  return {
    tell: () => channel?.postMessage(null),
    listen(onChange) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === null || event.key.startsWith(keyStart)) onChange()
      }
      if (typeof BroadcastChannel === 'function') {
        channel = new BroadcastChannel(CHANNEL)
        channel.onmessage = onChange
      }
      globalThis.addEventListener?.('storage', onStorage as EventListener)
      return () => {
        channel?.close()
        channel = null
        globalThis.removeEventListener?.('storage', onStorage as EventListener)
      }
    },
  }
}
