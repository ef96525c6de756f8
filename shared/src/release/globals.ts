import type { RemoteDeclaration } from '../contracts/registry.ts'
import { readManifest } from './manifest.ts'
import { textOf } from './text.ts'
import type { Files, ReleaseGlobals } from './types.ts'

/** `self.chunk_x = self.chunk_x || []`, `(self["webpackChunkx"] ||= [])`: how bundlers make the array of their chunks. */
const REGISTER =
  /\b(?:self|globalThis|window)(?:\.([\w$]{1,120})|\[["']([^"'\]\n]{1,120})["']\])\s{0,9}(?:=\s{0,9}(?:self|globalThis|window)(?:\.\1|\[["']\2["']\])\s{0,9}\|\||\|\|=)\s{0,9}\[\]/g

/** A build has one register; what has more than a few is made to be slow to compare. */
const MAX_CHUNK_NAMES = 50

/**
 * The names that a release's scripts give to the page. Two releases on one page must not have one of them in common, or
 * the second takes the code of the first.
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
