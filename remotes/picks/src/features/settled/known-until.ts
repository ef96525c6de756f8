import * as z from '@propsight/shared/schema'

/** Before every result. */
export const NEVER = '1970-01-01T00:00:00Z'

const schema = z.iso.datetime({ offset: true })
const keyOf = (userId: string): string => `propsight:settled-until:${userId}`

/**
 * Time of the newest result that this device has shown to the user; null on the first visit. A time of the server, so
 * that the clock of the device is irrelevant.
 */
export function loadKnownUntil(userId: string): string | null {
  try {
    return schema.safeParse(localStorage.getItem(keyOf(userId))).data ?? null
  } catch {
    return null
  }
}

/** Stored once the results are shown, because a browser may end a page without an event. */
export function storeKnownUntil(userId: string, until: string): void {
  try {
    localStorage.setItem(keyOf(userId), until)
  } catch {
    // Storage is full or forbidden: every visit is the first one, and no result is announced.
  }
}
