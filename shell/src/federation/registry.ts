import { type Registry, type RegistryEntry, registryEntrySchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { RemoteError } from './remote-error.ts'

/** Where the last registry that was good is kept, for the day on which the server is away. */
export const KEPT_REGISTRY_KEY = 'propsight.registry'
const FETCH_TIMEOUT_MS = 8_000

const looseRegistry = z.object({
  schema: z.literal(1),
  generatedAt: z.string(),
  remotes: z.array(z.unknown()),
})

/**
 * A registry out of JSON: entries that cannot be read are left out, and the first of a name wins, so that one bad
 * entry never hides the others.
 * @throws RemoteError `registry` where it is no registry at all
 */
export function parseRegistry(value: unknown): Registry {
  const outer = looseRegistry.safeParse(value)
  if (!outer.success) throw new RemoteError('registry', 'the registry is not in a form this page knows')
  const remotes = new Map<string, RegistryEntry>()
  for (const candidate of outer.data.remotes) {
    const entry = registryEntrySchema.safeParse(candidate)
    if (entry.success && !remotes.has(entry.data.name)) remotes.set(entry.data.name, entry.data)
  }
  return { schema: 1, generatedAt: outer.data.generatedAt, remotes: [...remotes.values()] }
}

/** The registry that the page carries as a JSON block, or null where it carries none that can be read. */
export function registryInPage(page: Document, elementId: string): Registry | null {
  const text = page.getElementById(elementId)?.textContent
  if (!text) return null
  try {
    return parseRegistry(JSON.parse(text))
  } catch {
    return null
  }
}

/** @throws RemoteError `registry` or `timeout` */
export async function fetchRegistry(address: string): Promise<Registry> {
  try {
    const answer = await fetch(address, {
      cache: 'no-cache',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    })
    if (!answer.ok) throw new RemoteError('registry', `the registry answers ${answer.status}`)
    return parseRegistry(await answer.json())
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const slow = error instanceof DOMException && error.name === 'TimeoutError'
    throw new RemoteError(slow ? 'timeout' : 'registry', `the registry did not answer: ${error}`, {
      cause: error,
    })
  }
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Keeps a good registry for later. Manifests are left out: storage is small, and they can be fetched. */
export function keepRegistry(registry: Registry, storage: Store): void {
  if (registry.remotes.length === 0) return
  const remotes = registry.remotes.map(({ manifest: _, ...entry }) => entry)
  try {
    storage.setItem(KEPT_REGISTRY_KEY, JSON.stringify({ ...registry, remotes }))
  } catch {
    // Storage is full or denied: the page works, only without this safety.
  }
}

export function keptRegistry(storage: Store): Registry | null {
  try {
    const text = storage.getItem(KEPT_REGISTRY_KEY)
    return text ? parseRegistry(JSON.parse(text)) : null
  } catch {
    return null
  }
}
