import {
  type Registry,
  type RegistryEntry,
  registryEntrySchema,
  registrySchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { RemoteError } from './remote-error.ts'
import { timeoutSignal } from './timeout-signal.ts'

/** Where the last registry that was good is kept, for the day on which the server is away. */
export const KEPT_REGISTRY_KEY = 'propsight.registry'
const FETCH_TIMEOUT_MS = 8_000

const looseRegistry = z.object({
  schema: z.literal(1),
  generatedAt: z.string(),
  remotes: z.array(z.unknown()),
  shell: registrySchema.shape.shell.catch(undefined),
  ticket: registrySchema.shape.ticket.catch(undefined),
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
  return { ...outer.data, remotes: [...remotes.values()] }
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

/**
 * @param known ETag of the registry that is there already
 * @returns null where that one still stands
 * @throws RemoteError `registry` or `timeout`
 */
export async function fetchRegistry(
  address: string,
  known: string | null = null,
): Promise<{ registry: Registry; etag: string | null } | null> {
  try {
    const answer = await fetch(address, {
      // The question is asked by hand, so that the answer says whether anything changed.
      cache: 'no-store',
      headers: { accept: 'application/json', ...(known && { 'if-none-match': known }) },
      signal: timeoutSignal(FETCH_TIMEOUT_MS),
    })
    if (known && answer.status === 304) return null
    if (!answer.ok) throw new RemoteError('registry', `the registry answers ${answer.status}`)
    return { registry: parseRegistry(await answer.json()), etag: answer.headers.get('etag') }
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const slow = error instanceof DOMException && error.name === 'TimeoutError'
    throw new RemoteError(slow ? 'timeout' : 'registry', `the registry did not answer: ${error}`, {
      cause: error,
    })
  }
}

/** The registry that this browser kept (`keepRegistry`), or null where none of it can be read: another build kept it. */
export function keptRegistry(storage: Pick<Storage, 'getItem'>): Registry | null {
  try {
    const text = storage.getItem(KEPT_REGISTRY_KEY)
    const registry = text ? parseRegistry(JSON.parse(text)) : null
    return registry && registry.remotes.length > 0 ? registry : null
  } catch {
    return null
  }
}
