import { createApiClient } from '@propsight/shared/client'
import type { OverrideBody } from '@propsight/shared/contracts'
import { STORAGE } from '../config/storage-keys.ts'
import { tabStorage } from './safe-storage.ts'
import type { Services } from './services.ts'
import { userAtom } from './session.ts'

const PATH = '/api/override'
const PREVIEW_PATH = '/api/preview'
const FRESH_MS = 60_000

type Needs = Pick<Services, 'config' | 'supabase' | 'store' | 'storage' | 'reload'>

/**
 * Query for whether a user may run overrides: a row in `developers`, readable only by that user. The server
 * checks again on every request. This query only avoids showing a dialog that the server would refuse.
 */
export const developerQuery = ({ supabase }: Pick<Services, 'supabase'>, userId: string) => ({
  queryKey: ['developer', userId],
  staleTime: FRESH_MS,
  async queryFn(): Promise<boolean> {
    const { data, error } = await supabase.from('developers').select('user_id').eq('user_id', userId).limit(1)
    if (error) throw new Error(error.message)
    return (data ?? []).length > 0
  },
})

function ask(
  { config, supabase }: Needs,
  method: 'PUT' | 'DELETE',
  { path = PATH, body }: { path?: string; body?: OverrideBody } = {},
): Promise<unknown> {
  const client = createApiClient({
    baseUrl: config.apiUrl,
    getToken: async () => (await supabase.auth.getSession()).data.session?.access_token ?? null,
    // The response sets or clears a cookie. The shared API client offers no PUT and DELETE, so `fetch` is
    // wrapped.
    fetch: (url, init) => fetch(url, { ...init, method, credentials: 'include' }),
  })
  return client.json(path, body ? { body } : {})
}

/**
 * Starts an override: a remote runs from a developer's machine after the page reloads.
 * @throws Error without a signed-in user; ApiError when the server refuses or does not answer
 */
export async function startOverride(services: Needs, body: OverrideBody): Promise<void> {
  const owner = services.store.get(userAtom)
  if (!owner) throw new Error('You are signed out.')
  await ask(services, 'PUT', { body })
  services.storage.set(STORAGE.overrideOwner, owner.id)
  tabStorage.remove(STORAGE.overrideEnded)
  services.reload()
}

/**
 * Ends an override: the published release runs after the page reloads.
 * @throws ApiError when the server does not answer
 */
export async function endOverride(services: Needs): Promise<void> {
  await ask(services, 'DELETE')
  services.storage.remove(STORAGE.overrideOwner)
  services.reload()
}

/**
 * Ends a preview: the released version runs after the page reloads.
 * @throws ApiError when the server does not answer
 */
export async function leavePreview(services: Needs): Promise<void> {
  await ask(services, 'DELETE', { path: PREVIEW_PATH })
  services.reload()
}
