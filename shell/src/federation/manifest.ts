import type { RegistryEntry } from '@propsight/shared/contracts'
import * as z from 'zod'
import { absoluteBase, assetOf } from './release-assets.ts'
import { RemoteError } from './remote-error.ts'

export const MANIFEST_TIMEOUT_MS = 8_000

/** The parts of a federation manifest that loading needs. */
const manifestSchema = z.object({
  metaData: z.object({
    globalName: z.string().min(1),
    remoteEntry: z.object({ name: z.string().min(1), path: z.string().default('') }),
  }),
  exposes: z.array(z.object({ path: z.string() })),
})

export interface RemoteEntry {
  url: string
  globalName: string
}

/**
 * Where a release's entry lies: from the manifest that the registry carries, else from the manifest's file.
 * @throws RemoteError `manifest`, `timeout`, `integrity` or `shape`
 */
export async function readManifest(entry: RegistryEntry): Promise<RemoteEntry> {
  const parsed = manifestSchema.safeParse(entry.manifest ?? (await fetchManifest(entry)))
  if (!parsed.success) throw new RemoteError('manifest', `${entry.name} ${entry.version}: not a manifest`)
  const { metaData, exposes } = parsed.data
  if (!exposes.some(({ path }) => path === './remote'))
    throw new RemoteError('shape', `${entry.name} ${entry.version} exposes no ./remote`)
  const { path, name } = metaData.remoteEntry
  return { url: absoluteBase(entry) + (path ? `${path}/` : '') + name, globalName: metaData.globalName }
}

async function fetchManifest(entry: RegistryEntry): Promise<unknown> {
  const asset = assetOf(absoluteBase(entry) + entry.entry)
  const what = `${entry.name} ${entry.version}, ${entry.entry}`
  if (!asset) throw new RemoteError('manifest', `${what}: unknown file`)
  try {
    const answer = await fetch(asset.url, {
      credentials: 'omit',
      signal: AbortSignal.timeout(MANIFEST_TIMEOUT_MS),
      ...(asset.integrity ? { integrity: asset.integrity } : {}),
    })
    if (!answer.ok) throw new RemoteError('manifest', `${what}: status ${answer.status}`)
    return await answer.json()
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const slow = error instanceof DOMException && error.name === 'TimeoutError'
    throw new RemoteError(slow ? 'timeout' : 'manifest', `${what}: ${error}`, { cause: error })
  }
}
