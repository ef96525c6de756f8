import { createHash } from 'node:crypto'
import type { Release } from '@propsight/shared/contracts'
import type { BundleStore } from '../store/bundle-store.ts'

/**
 * Reads the entry of a release: the manifest of a remote, or the page of a shell.
 * @throws Error if it is missing, or not the file that was released
 */
export async function readEntry(bundles: Pick<BundleStore, 'read'>, release: Release): Promise<string> {
  const bytes = await bundles.read(release, release.entry)
  const expected = release.integrity[release.entry]
  const actual = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  if (expected !== undefined && expected !== actual)
    throw new Error(`${release.name} ${release.version}: ${release.entry} is not the file that was released`)
  return new TextDecoder().decode(bytes)
}
