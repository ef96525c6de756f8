import type { Logger, RouterLocation } from '@propsight/shared/client'
import type { ApiClient, PageConfig } from '@propsight/shared/contracts'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import type { createStore } from 'jotai'
import { createContext, use } from 'react'
import type { createBrowserRouter } from 'react-router-dom'
import type { SafeStorage } from './safe-storage.ts'

/** Services of the shell, created once per page and passed through context, so that tests can pass fakes. */
export interface Services {
  config: PageConfig
  store: ReturnType<typeof createStore>
  router: ReturnType<typeof createBrowserRouter>
  /** Location and navigation on the router, for code outside of React and for remotes. */
  location: RouterLocation
  storage: SafeStorage
  supabase: SupabaseClient
  queryClient: QueryClient
  api: ApiClient
  log: Logger
  /** Origin of the page, the target of links in mails. */
  origin: string
  /** Reloads the page. */
  reload(): void
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices outside of its provider')
  return services
}
