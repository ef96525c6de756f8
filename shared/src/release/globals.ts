import type { RemoteDeclaration } from '../contracts/releases/registry.ts'
import { readManifest } from './manifest.ts'
import { textOf } from './text.ts'
import type { Files, ReleaseGlobals } from './types.ts'

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
