import { useAtomValue } from 'jotai'
import { useEffect, useSyncExternalStore } from 'react'
import { useRegistry } from '../../loader/use-registry.ts'
import { useServices } from '../../state/services.ts'
import { authLoadingAtom } from '../../state/session.ts'
import { considerRequest } from './consider-request.ts'
import { OVERRIDE_PARAMETER, withoutOverrideRequest } from './override-request.ts'

/** Removes an override request from the URL and handles it, once session and registry are read. */
export function OverrideLink(): null {
  const services = useServices()
  const { location } = services
  const { registry } = useRegistry()
  const here = useSyncExternalStore(location.subscribe, location.get)
  const loading = useAtomValue(authLoadingAtom)

  useEffect(() => {
    if (loading || !registry) return
    const text = new URLSearchParams(here.search).get(OVERRIDE_PARAMETER)
    if (text === null) return
    location.navigate(withoutOverrideRequest({ ...here, hash: window.location.hash }), { replace: true })
    void considerRequest(services, registry, text)
  }, [loading, registry, here, location, services])
  return null
}
