const CHANNEL = 'propsight:my-picks'

/** Tells the other tabs, and the other parts of this page, that the picks have changed. */
export interface Announcer {
  tell(): void
  /** @returns the function that ends the listening */
  listen(onChange: () => void): () => void
}

/**
 * Over a BroadcastChannel, and by the browser's own storage events where there is none: these do not reach other
 * parts of the same page.
 * @param keyStart storage keys that matter begin with it
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
