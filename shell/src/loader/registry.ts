import {
  type Registry,
  type RegistryEntry,
  registryEntrySchema,
  registrySchema,
} from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { readPageConfig } from '../config/page-config.ts'
import { RemoteError, timeoutSignal } from './remote-error.ts'

/** Storage key of the last good registry, used while the API is unavailable. */
export const STORED_REGISTRY_KEY = 'propsight.registry'
const FETCH_TIMEOUT_MS = 8_000

const looseRegistry = z.object({
  schema: z.literal(1),
  generatedAt: z.string(),
  remotes: z.array(z.unknown()),
  retired: registrySchema.shape.retired.catch(undefined),
  preview: registrySchema.shape.preview.catch(undefined),
  shell: registrySchema.shape.shell.catch(undefined),
  ticket: registrySchema.shape.ticket.catch(undefined),
})

/**
 * Parses a registry. Skips invalid entries, so that one bad entry does not hide other remotes. Of two entries
 * with one name the first is used.
 * @throws RemoteError `registry` when the value is not a registry
 */
export function parseRegistry(value: unknown): Registry {
  const outer = looseRegistry.safeParse(value)
  if (!outer.success) throw new RemoteError('registry', 'the registry is not in a form this page knows')
  const remotes = new Map<string, RegistryEntry>()
  for (const candidate of outer.data.remotes) {
    const entry = registryEntrySchema.safeParse(candidate)
    if (entry.success && !remotes.has(entry.data.name)) remotes.set(entry.data.name, entry.data)
  }
  return { ...outer.data, remotes: [...remotes.values()] }
}

/** URL of the API from the page config; empty when the API has the page's origin. */
export function apiUrl(): string {
  try {
    return readPageConfig(document).apiUrl
  } catch {
    return ''
  }
}

/**
 * Requests the registry from the API.
 * @param currentEtag ETag of the current registry
 * @param token of the session
 * @returns null when it has not changed
 * @throws RemoteError `registry` or `timeout`
 */
export async function fetchRegistry(
  address: string,
  currentEtag: string | null = null,
  token?: string | null,
): Promise<{ registry: Registry; etag: string | null } | null> {
  try {
    const answer = await fetch(address, {
      // Bypasses the HTTP cache. `if-none-match` is set here, so that a 304 is visible to this code.
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(currentEtag && { 'if-none-match': currentEtag }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      signal: timeoutSignal(FETCH_TIMEOUT_MS),
    })
    if (currentEtag && answer.status === 304) return null
    if (!answer.ok) throw new RemoteError('registry', `the registry answers ${answer.status}`)
    return { registry: parseRegistry(await answer.json()), etag: answer.headers.get('etag') }
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    throw new RemoteError(timedOut ? 'timeout' : 'registry', `the registry did not answer: ${error}`, {
      cause: error,
    })
  }
}
