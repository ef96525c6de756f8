import { MAX_RELEASE_BYTES, MAX_RELEASE_FILES } from '../../contracts/releases/rollout.ts'
import type { CheckInput, Findings } from '../context.ts'
import { displayText } from '../manifest.ts'

/**
 * File types that the store serves. Pages are allowed for the shell only, because they run on the product's
 * origin.
 */
const SERVED_TYPES = /\.(m?js|css|json|map|wasm|svg|png|jpe?g|gif|webp|avif|ico|woff2?|txt)$/
const TEXT = /\.(m?js|css|json|html|svg|txt)$/
const PAGE = /\.html$/
// The limits of a path in the store (`BUNDLE_PATH` of the API).
const SEGMENT = /^[\w~][\w.~-]*$/
const MAX_SEGMENT = 121
const MAX_SEGMENTS = 8
const MAX_PATH = 200
/** Files that the store writes itself. */
const WRITTEN_BY_STORE = /(\.(br|gz)|(^|\/)release\.json)$/

function problemOf(path: string, isShell: boolean): string | null {
  if (path.length > MAX_PATH) return `the path is longer than ${MAX_PATH} characters: use shorter names`
  const segments = path.split('/')
  if (!segments.every((segment) => SEGMENT.test(segment)))
    return 'the path is not plain: use letters, digits, - _ . ~ and single slashes, no hidden files'
  if (segments.some((segment) => segment.length > MAX_SEGMENT))
    return `a name is longer than ${MAX_SEGMENT} characters: use shorter names`
  if (segments.length > MAX_SEGMENTS) return `the folders are deeper than ${MAX_SEGMENTS} levels`
  if (WRITTEN_BY_STORE.test(path))
    return 'this name is reserved for files that the store writes: leave the file out'
  if (PAGE.test(path) && !isShell) return 'a remote has no pages of its own: build without HTML'
  if (!SERVED_TYPES.test(path) && !PAGE.test(path))
    return 'files of this kind are not served: leave it out of the build'
  return null
}

/**
 * Returns whether the bytes are valid UTF-8. A byte order mark has priority over the encoding in the HTTP
 * header, so browsers could read a UTF-16 file differently from the checks.
 */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Checks the names, types, number and size of the files. Names must differ on case-insensitive file systems
 * as well.
 */
export function checkFiles({ files, declaration }: CheckInput, findings: Findings): void {
  if (files.size === 0) findings.error('there are no files: build first')
  if (files.size > MAX_RELEASE_FILES)
    findings.error(`there are ${files.size} files, at most ${MAX_RELEASE_FILES} are allowed`)
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
  if (bytes > MAX_RELEASE_BYTES)
    findings.error(`the files have ${bytes} bytes together, at most ${MAX_RELEASE_BYTES} are allowed`)
  for (const [path, content] of files)
    if (TEXT.test(path) && !isUtf8(content))
      findings.error('this is not UTF-8 text: let the build write UTF-8', path)
  const folded = new Map<string, string>()
  for (const path of files.keys()) {
    const problem = problemOf(path, declaration === null)
    if (problem) findings.error(problem, path)
    const sameName = folded.get(path.toLowerCase())
    if (sameName)
      findings.error(`differs from ${displayText(sameName)} in upper and lower case only: rename one`, path)
    folded.set(path.toLowerCase(), path)
  }
  for (const path of folded.keys()) {
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      if (folded.has(path.slice(0, at)))
        findings.error('a file and a folder have this name: rename one', path.slice(0, at))
  }
}
