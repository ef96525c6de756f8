import { QueryClientProvider } from '@tanstack/react-query'
import { Provider, useAtomValue } from 'jotai'
import { type ReactElement, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Toasts } from '../features/toasts/toasts.tsx'
import { useRegistry } from '../loader/use-registry.ts'
import { type Services, ServicesContext, useServices } from '../state/services.ts'
import { userAtom } from '../state/session.ts'
import { DeveloperParts } from './developer-tools.tsx'
import './first-paint.css'
import { Frame } from './frame.tsx'
import { Gate } from './gate.tsx'
import { Layers } from './layers.tsx'
import { prepareRoute } from './prepare-route.ts'
import { routeOf } from './route.ts'
import { createShellApi } from './create-shell-api.ts'
import { tabsOf } from './tabs.ts'
import { Updates } from './updates.tsx'

export const App = ({ services }: { services: Services }): ReactElement => (
  <ServicesContext value={services}>
    <QueryClientProvider client={services.queryClient}>
      <Provider store={services.store}>
        <Pages />
      </Provider>
    </QueryClientProvider>
  </ServicesContext>
)

function Pages(): ReactElement {
  const services = useServices()
  const { location, storage } = services
  const { registry } = useRegistry()
  const { path } = useSyncExternalStore(location.subscribe, location.get)
  const user = useAtomValue(userAtom)
  const shell = useMemo(() => createShellApi(services), [services])
  const tabs = useMemo(() => tabsOf(registry), [registry])
  const route = useMemo(() => routeOf(registry, path), [registry, path])
  const open = route.kind === 'remote' && route.open

  useEffect(() => {
    document.title = user || open ? `${route.title} · Propsight` : 'Sign in · Propsight'
  }, [user, open, route.title])

  useEffect(() => prepareRoute(route, storage), [route, storage])

  const frame = <Frame route={route} tabs={tabs} shell={shell} />
  return (
    <>
      {open ? frame : <Gate>{frame}</Gate>}
      <Layers shell={shell} tabs={user ? tabs : []} current={route.path} />
      <Toasts />
      <Updates />
      <DeveloperParts />
    </>
  )
}
