import * as z from 'zod'
import { MANIFEST_FILE, type RemoteDeclaration, sharedPackageSchema } from '../contracts/releases/registry.ts'
import { readManifest } from './manifest.ts'
import { type Files, type ReleaseGlobals, textOf } from './types.ts'

/** The shell's build writes its contract version and shared packages to this file, next to its page. */
export const HOST_FILE = 'host.json'

export const hostFileSchema = z.object({
  contract: z.string(),
  shared: z.array(sharedPackageSchema).max(40),
})
export type HostFile = z.infer<typeof hostFileSchema>

/**
 * Creation of a bundler's global chunk array: `self.chunk_x = self.chunk_x || []`, `(self["webpackChunkx"]
 * ||= [])`.
 */
const REGISTER =
  /\b(?:self|globalThis|window)(?:\.([\w$]{1,120})|\[["']([^"'\]\n]{1,120})["']\])\s{0,9}(?:=\s{0,9}(?:self|globalThis|window)(?:\.\1|\[["']\2["']\])\s{0,9}\|\||\|\|=)\s{0,9}\[\]/g

/**
 * A normal build has one chunk array. The limit bounds the work on builds made to slow down the comparison.
 */
const MAX_CHUNK_NAMES = 50

/**
 * Returns the global names that the scripts of a release define. Two releases on one page must not share a
 * name, otherwise the second one runs the code of the first.
 * @param files at least the manifest (or the container) and the scripts
 */
export function globalsOf(files: Files, container: RemoteDeclaration['container']): ReleaseGlobals {
  const manifest = container ? null : readManifest(files)
  const chunks = new Set<string>()
  for (const [path, bytes] of files) {
    if (!/\.m?js$/.test(path)) continue
    for (const [, dotted, quoted] of textOf(bytes).matchAll(REGISTER)) chunks.add(dotted ?? quoted ?? '')
  }
  const named = manifest && typeof manifest === 'object' ? manifest.metaData.globalName : null
  return { container: container?.global ?? named, chunks: [...chunks].slice(0, MAX_CHUNK_NAMES).sort() }
}

const RUNS_OR_STYLES = /\.(m?js|css|wasm)$/

/**
 * Returns whether a release lists the hash of this file: scripts, style sheets, manifest, entry and host
 * file.
 */
export const hasIntegrity = (path: string, entry: string): boolean =>
  RUNS_OR_STYLES.test(path) || path === entry || path === MANIFEST_FILE || path === HOST_FILE

/** Returns the hash in the form of an `integrity` attribute: `sha384-…`. */
export async function integrityOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', new Uint8Array(bytes)))
  return `sha384-${btoa(String.fromCharCode(...hash))}`
}
