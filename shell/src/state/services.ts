import type { Logger } from '@propsight/shared/client'
import type { ApiClient, PageConfig } from '@propsight/shared/contracts'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import type { createStore } from 'jotai'
import { createContext, use } from 'react'
import type { LocationStore } from './location.ts'
import type { SafeStorage } from './safe-storage.ts'

/** What the shell works with, made once at its start and handed down, so that tests can hand down their own. */
export interface Services {
  config: PageConfig
  store: ReturnType<typeof createStore>
  location: LocationStore
  storage: SafeStorage
  supabase: SupabaseClient
  queryClient: QueryClient
  api: ApiClient
  log: Logger
  /** The page's own origin: where links in mails lead back to. */
  origin: string
  /** Starts the page afresh, after the user changed. */
  reload(): void
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices outside of its provider')
  return services
}
