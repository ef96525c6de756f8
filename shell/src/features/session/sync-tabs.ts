import { onReturn } from '../../state/on-return.ts'
import { refreshProfile } from '../../state/profile.ts'
import type { Services } from '../../state/services.ts'
import { profileAtom, userAtom } from '../../state/session.ts'

const CHANNEL = 'propsight.profile'

/** The used part of `BroadcastChannel`. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

const open = (): TabChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)

/**
 * Synchronizes credits and plan with the user's other tabs. A tab broadcasts the user id and version of a
 * changed profile, and the other tabs read the profile again from the server. Credits are never sent between
 * tabs. A tab also reads an old profile again when it regains the focus, for changes that no tab made.
 * @returns stops synchronizing
 */
export function syncProfileAcrossTabs(
  services: Services,
  page: Window = window,
  channel = open(),
): () => void {
  const { store } = services
  /** `<user id> <version>` of the last profile that was broadcast or received. */
  let lastVersion: string | null = null
  let reading: Promise<void> | null = null
  let again = false

  const current = (): string | null => {
    const profile = store.get(profileAtom)
    return profile && `${profile.user_id} ${profile.updated_at}`
  }
  const broadcast = () => {
    returning.renew()
    const version = current()
    if (version === null || version === lastVersion) return
    lastVersion = version
    channel?.postMessage(version)
  }
  /** Reads the profile. Messages that arrive during a read cause one further read. */
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
  const unsubscribe = store.sub(profileAtom, broadcast)
  broadcast()
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const user = store.get(userAtom)
    if (!user || typeof data !== 'string' || !data.startsWith(`${user.id} `) || data === current()) return
    // Recorded before the read, so that the sender gets no broadcast in return.
    lastVersion = data
    void read()
  })
  return () => {
    unsubscribe()
    returning.end()
    channel?.close()
  }
}
