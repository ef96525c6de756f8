import type { RemoteDeclaration } from '../contracts/releases/registry.ts'
import { HOST_FILE } from './host-file.ts'
import { MANIFEST_FILE } from './manifest.ts'

const RUNS_OR_STYLES = /\.(m?js|css|wasm)$/

/** Returns the entry file: a remote's manifest or container, or the shell's page. */
export const entryOf = (declaration: RemoteDeclaration | null): string =>
  declaration ? (declaration.container?.file ?? MANIFEST_FILE) : 'index.html'

/**
 * Returns whether a release lists the hash of this file: scripts, style sheets, manifest, entry and host
 * file.
 */
export const guarded = (path: string, entry: string): boolean =>
  RUNS_OR_STYLES.test(path) || path === entry || path === MANIFEST_FILE || path === HOST_FILE

/** Returns the hash in the form of an `integrity` attribute: `sha384-…`. */
export async function integrityOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', new Uint8Array(bytes)))
  return `sha384-${btoa(String.fromCharCode(...hash))}`
}
