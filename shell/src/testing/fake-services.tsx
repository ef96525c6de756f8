import type { ApiRequest, PageConfig } from '@propsight/shared/contracts'
import { QueryClient } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import type { ReactElement, ReactNode } from 'react'
import { vi } from 'vitest'
import { createLocationStore } from '../state/location.ts'
import { safeStorage } from '../state/safe-storage.ts'
import { type Services, ServicesContext } from '../state/services.ts'
import { fakeSupabase } from './fake-auth.ts'

export const CONFIG: PageConfig = {
  supabaseUrl: '',
  publishableKey: 'key',
  apiUrl: '',
  dataSource: { kind: 'sample', label: 'Sample data', today: '2026-07-18', season: 2026 },
  mailbox: false,
  contact: false,
  closedRegions: [],
  passwordMinLength: 6,
  helplines: [],
  version: 'test',
}

type Api = (path: string, request?: ApiRequest) => Promise<unknown>

/** Services with fakes. `api` answers requests by path. */
export function fakeServices(api: Api = async () => ({})) {
  const supabase = fakeSupabase()
  const json = vi.fn(api)
  const reload = vi.fn()
  const services: Services = {
    config: CONFIG,
    log: () => {},
    supabase: supabase.client,
    store: createStore(),
    location: createLocationStore(window),
    storage: safeStorage(() => localStorage),
    queryClient: new QueryClient(),
    api: {
      json,
      async *stream() {
        yield* []
      },
    },
    origin: 'http://shell.test',
    reload,
  }
  return { services, supabase, json, reload }
}

export const within =
  (services: Services) =>
  ({ children }: { children: ReactNode }): ReactElement => (
    <ServicesContext value={services}>
      <Provider store={services.store}>{children}</Provider>
    </ServicesContext>
  )
