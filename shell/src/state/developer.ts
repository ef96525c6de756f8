import { createApiClient } from '@propsight/shared/client'
import type { OverrideBody } from '@propsight/shared/contracts'
import { STORAGE } from '../config/storage-keys.ts'
import type { Services } from './services.ts'
import { userAtom } from './session.ts'
import { tabStorage } from './tab-storage.ts'

const PATH = '/api/override'
const FRESH_MS = 60_000

type Needs = Pick<Services, 'config' | 'supabase' | 'store' | 'storage' | 'reload'>

/**
 * Whether a user may run a remote of their own machine: a row of `developers` that they alone can read. The server
 * decides again on every request; this only spares others a dialog that would refuse them.
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

function ask({ config, supabase }: Needs, method: 'PUT' | 'DELETE', body?: OverrideBody): Promise<unknown> {
  const client = createApiClient({
    baseUrl: config.apiUrl,
    getToken: async () => (await supabase.auth.getSession()).data.session?.access_token ?? null,
    // The answer sets or clears a cookie; remotes have no use for these methods, so the client does not offer them.
    fetch: (url, init) => fetch(url, { ...init, method, credentials: 'include' }),
  })
  return client.json(PATH, body ? { body } : {})
}

/**
 * Lets a developer's own machine stand in for a remote, from the reload on that follows.
 * @throws ApiError where the server refuses, or does not answer
 */
export async function startOverride(services: Needs, body: OverrideBody): Promise<void> {
  const owner = services.store.get(userAtom)
  if (!owner) throw new Error('You are signed out.')
  await ask(services, 'PUT', body)
  services.storage.set(STORAGE.overrideOwner, owner.id)
  tabStorage.remove(STORAGE.overrideEnded)
  services.reload()
}

/**
 * Back to the published release, from the reload on that follows.
 * @throws ApiError where the server does not answer
 */
export async function endOverride(services: Needs): Promise<void> {
  await ask(services, 'DELETE')
  services.storage.remove(STORAGE.overrideOwner)
  services.reload()
}
