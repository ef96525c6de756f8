import { MODULE_TYPE, manifestSchema, type RegistryEntry } from '@propsight/shared/contracts'
import { absoluteBase, findAsset } from './release-records.ts'
import { RemoteError, timeoutSignal } from './remote-error.ts'

export const MANIFEST_TIMEOUT_MS = 8_000

export interface RemoteEntry {
  url: string
  globalName: string
  /** Whether the container is an ES module instead of a script that declares a global. */
  isModule: boolean
}

/**
 * Finds URL and global name of a release's entry file: in the manifest inlined in the registry, else in the
 * manifest file. A build without a manifest (webpack's own plugin) declares entry file and global name in its
 * registry entry.
 * @throws RemoteError `manifest`, `timeout`, `integrity` or `shape`
 */
export async function readManifest(entry: RegistryEntry): Promise<RemoteEntry> {
  if (entry.globalName && /\.m?js$/.test(entry.entry))
    return { url: absoluteBase(entry) + entry.entry, globalName: entry.globalName, isModule: false }
  const parsed = manifestSchema.safeParse(entry.manifest ?? (await fetchManifest(entry)))
  if (!parsed.success) throw new RemoteError('manifest', `${entry.name} ${entry.version}: not a manifest`)
  const { metaData, exposes } = parsed.data
  if (!exposes.some(({ path }) => path === './remote'))
    throw new RemoteError('shape', `${entry.name} ${entry.version} exposes no ./remote`)
  const { path, name, type } = metaData.remoteEntry
  return {
    url: absoluteBase(entry) + (path ? `${path}/` : '') + name,
    globalName: metaData.globalName,
    isModule: type === MODULE_TYPE,
  }
}

async function fetchManifest(entry: RegistryEntry): Promise<unknown> {
  const asset = findAsset(absoluteBase(entry) + entry.entry)
  const label = `${entry.name} ${entry.version}, ${entry.entry}`
  if (!asset) throw new RemoteError('manifest', `${label}: unknown file`)
  try {
    const answer = await fetch(asset.url, {
      credentials: 'omit',
      signal: timeoutSignal(MANIFEST_TIMEOUT_MS),
      ...(asset.integrity ? { integrity: asset.integrity } : {}),
    })
    if (!answer.ok) throw new RemoteError('manifest', `${label}: status ${answer.status}`)
    return await answer.json()
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    throw new RemoteError(timedOut ? 'timeout' : 'manifest', `${label}: ${error}`, { cause: error })
  }
}
