import type { RemoteDeclaration } from '../contracts/registry.ts'
import { HOST_FILE } from './host-file.ts'
import { MANIFEST_FILE } from './manifest.ts'

const RUNS_OR_STYLES = /\.(m?js|css|wasm)$/

/** What a page or a runtime reads first: a remote's manifest or container, the shell's page. */
export const entryOf = (declaration: RemoteDeclaration | null): string =>
  declaration ? (declaration.container?.file ?? MANIFEST_FILE) : 'index.html'

/** Whether a release promises this file's hash: everything that runs or styles, and what is read to find it. */
export const guarded = (path: string, entry: string): boolean =>
  RUNS_OR_STYLES.test(path) || path === entry || path === MANIFEST_FILE || path === HOST_FILE

/** `sha384-…` as in an `integrity` attribute. */
export async function integrityOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', new Uint8Array(bytes)))
  return `sha384-${btoa(String.fromCharCode(...hash))}`
}
