import {
  type ApiError,
  CONTENT_ROUTES,
  createApiClient,
  createLogger,
  createRouterLocation,
  isApiError,
  ROUTER_FLAGS,
} from '@propsight/shared/client'
import type { PageConfig } from '@propsight/shared/contracts'
import { createClient } from '@supabase/supabase-js'
import { QueryClient } from '@tanstack/react-query'
import { createStore } from 'jotai'
import { createBrowserRouter } from 'react-router-dom'
import { STORAGE } from '../config/storage-keys.ts'
import { createProviderFetch } from '../features/session/provider-fetch.ts'
import { safeStorage } from '../state/safe-storage.ts'
import type { Services } from '../state/services.ts'
import { lastApiErrorAtom } from '../state/session.ts'
import { holdsNavigation, LEAVING, reloadPage } from '../state/unsaved-work.ts'

const FRESH_MS = 30_000
const RETRIES = 1

/** Only failures that may be temporary are retried: no response (status 0) or a server error (5xx). */
const isRetryable = (count: number, error: unknown): boolean =>
  count < RETRIES && (!isApiError(error) || error.status === 0 || error.status >= 500)

/** Creates the services of one page load: auth client, store, query client, API client and the rest. */
export function createServices(config: PageConfig, page: Window): Services {
  const log = createLogger()
  const storage = safeStorage(() => page.localStorage)
  const supabase = createClient(config.supabaseUrl || page.location.origin, config.publishableKey, {
    auth: {
      // A provider that supports it (hosted Supabase) sends a code that only this browser can exchange. The
      // embedded service ignores the challenge for links of mails and sends tokens, see `openLink`.
      flowType: 'pkce',
      // The shell reads auth links itself (`takeAuthLink`): the client would leave the tokens in the history.
      detectSessionInUrl: false,
      persistSession: true,
      autoRefreshToken: true,
      storageKey: STORAGE.session,
    },
    global: { fetch: createProviderFetch(() => storage.get(STORAGE.session) !== null) },
  })
  const getToken = async () => (await supabase.auth.getSession()).data.session?.access_token ?? null
  const store = createStore()
  const router = createBrowserRouter(CONTENT_ROUTES, { window: page, future: ROUTER_FLAGS })
  router.getBlocker(LEAVING, holdsNavigation)
  const onFailure = (error: ApiError) => store.set(lastApiErrorAtom, error)
  return {
    config,
    log,
    supabase,
    store,
    router,
    location: createRouterLocation(router),
    storage,
    queryClient: new QueryClient({
      defaultOptions: {
        queries: { staleTime: FRESH_MS, retry: isRetryable },
        // Without a network a user's action fails at once; it must not run later on its own.
        mutations: { networkMode: 'always' },
      },
    }),
    api: createApiClient({ baseUrl: config.apiUrl, getToken, log, onFailure }),
    origin: page.location.origin,
    reload: reloadPage,
  }
}
