import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { endOverride } from '../../state/override-api.ts'
import { ownsOverride } from '../../state/override-owner.ts'
import { useServices } from '../../state/services.ts'
import { authLoadingAtom, userAtom } from '../../state/session.ts'
import { tabStorage } from '../../state/tab-storage.ts'

/** Ends an override when the signed-in user is not the one who confirmed it. */
export function OverrideWatch(): null {
  const services = useServices()
  const user = useAtomValue(userAtom)
  const loading = useAtomValue(authLoadingAtom)

  useEffect(() => {
    if (loading || ownsOverride(services.storage, user)) return
    // Only once per browser tab: ending reloads the page, and a server that keeps naming the override would
    // cause a reload loop. OverrideGate does not render the override anyway.
    if (tabStorage.get(STORAGE.overrideEnded)) return
    tabStorage.set(STORAGE.overrideEnded, 'true')
    endOverride(services).catch((thrown) => {
      tabStorage.remove(STORAGE.overrideEnded)
      services.log('override', thrown)
    })
  }, [loading, user, services])
  return null
}
