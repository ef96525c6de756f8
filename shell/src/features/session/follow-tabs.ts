import { onReturn } from '../../state/on-return.ts'
import { refreshProfile } from '../../state/refresh-profile.ts'
import type { Services } from '../../state/services.ts'
import { profileAtom, userAtom } from '../../state/session.ts'

const CHANNEL = 'propsight.profile'

/** The part of a `BroadcastChannel` that is used here. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

const open = (): TabChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)

/**
 * Keeps credits and plan in step with the user's other tabs: tells them whose profile changed here and reads it again
 * when they tell. Numbers never travel between tabs: each reads its own from the server, as its own user. Coming back
 * to a page whose profile is old reads it too, for what changed without any tab.
 * @returns ends it
 */
export function followTabs(services: Services, page: Window = window, channel = open()): () => void {
  const { store } = services
  /** `<user> <version>` of the profile that the tabs know. */
  let known: string | null = null
  let reading: Promise<void> | null = null
  let again = false

  const current = (): string | null => {
    const profile = store.get(profileAtom)
    return profile && `${profile.user_id} ${profile.updated_at}`
  }
  const tell = () => {
    returning.renew()
    const version = current()
    if (version === null || version === known) return
    known = version
    channel?.postMessage(version)
  }
  /** Once more where the news came too late for the reading that is under way. */
  const read = async (): Promise<void> => {
    if (reading) {
      again = true
      return
    }
    reading = refreshProfile(services)
    await reading
    reading = null
    if (!again) return
    again = false
    await read()
  }

  const returning = onReturn(services, () => void read(), page)
  const unsubscribe = store.sub(profileAtom, tell)
  tell()
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const user = store.get(userAtom)
    if (!user || typeof data !== 'string' || !data.startsWith(`${user.id} `) || data === current()) return
    // Who told it need not be told again.
    known = data
    void read()
  })
  return () => {
    unsubscribe()
    returning.end()
    channel?.close()
  }
}
