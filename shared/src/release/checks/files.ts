import {
  DEV_VERSION,
  OVERRIDE_VERSION,
  pathsOf,
  RESERVED_PATH_SEGMENTS,
  TAB_ICONS,
} from '../../contracts/releases/registry.ts'
import { MAX_RELEASE_BYTES, MAX_RELEASE_FILES, SHELL_RELEASE_NAME } from '../../contracts/releases/rollout.ts'
import { entryOf } from '../../contracts/releases/settings.ts'
import type { CheckInput, Context, Findings } from '../context.ts'
import { displayText, hasIntegrity, hasModuleContainer, integrityOf } from '../derive-release.ts'
import { type Constants, textPrefixes, walk } from '../syntax-tree.ts'

const NO_CONSTANTS: Constants = new Map()
const MODULE_NODES = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ExportNamedDeclaration'])

/**
 * Refuses ES module imports in a release of scripts, because browsers cannot verify the hash of a module that a
 * script imports. The shell has the modules of a release verified before it imports a container that is a module.
 */
function checkImports({ manifest, scripts }: Context, findings: Findings): void {
  if (hasModuleContainer(manifest)) return
  for (const { path, program } of scripts) {
    if (typeof program === 'string') continue
    walk(program, (node) => {
      const isModule = MODULE_NODES.has(node.type) || node.type === 'ImportExpression'
      const source = isModule && 'source' in node ? node.source : null
      const address = typeof source === 'object' && source ? textPrefixes(source, NO_CONSTANTS)[0] : undefined
      if (address === undefined) return
      findings.error(
        `imports '${displayText(address, 60)}' as a module, whose hash is not checked: build chunks as classic scripts`,
        path,
      )
    })
  }
}

/**
 * Checks that the release lists every script, style sheet and entry with its actual hash, and no missing
 * files.
 */
export async function checkIntegrity(context: Context, findings: Findings): Promise<void> {
  const { declaration, release, files } = context
  checkImports(context, findings)
  const entry = entryOf(declaration)
  for (const [path, bytes] of files) {
    if (!hasIntegrity(path, entry)) continue
    const listedHash = Object.hasOwn(release.integrity, path) ? release.integrity[path] : undefined
    if (listedHash === undefined) findings.error('the release does not list this file: build again', path)
    else if (listedHash !== (await integrityOf(bytes)))
      findings.error('is not the file whose hash the release lists: build again', path)
  }
  for (const path of [...Object.keys(release.integrity), ...release.preload])
    if (!files.has(path)) findings.error('the release lists this file, but it is missing: build again', path)
  if (!files.has(release.entry))
    findings.error('the first file of the release is missing: build again', release.entry)
}

/** Checks that the name and the paths of a remote are unique, and that its icon exists. */
export function checkPlacement({ declaration, release, others }: Context, findings: Findings): void {
  if (!declaration) return
  const { name, placement } = declaration
  if (name === SHELL_RELEASE_NAME)
    findings.error(`'${name}' is the name of the shell: give the remote another name in remote.json`)
  if (release.name !== name)
    findings.error(`the release has the name '${release.name}', but remote.json has '${name}': build again`)
  if (release.version === DEV_VERSION || release.version === OVERRIDE_VERSION)
    findings.error(
      `${release.version} is reserved for what a developer's machine serves: give the release another version`,
    )
  if (placement.mount === 'tab' && placement.icon !== undefined && !TAB_ICONS.includes(placement.icon))
    findings.error(
      `there is no icon '${displayText(placement.icon)}': choose one of ${TAB_ICONS.join(', ')} in remote.json`,
    )
  const own = pathsOf(placement)
  for (const path of own) {
    if (RESERVED_PATH_SEGMENTS.has(path.slice(1).split('/')[0] ?? ''))
      findings.error(`the address ${path} is the product's own: choose another in remote.json`)
    if (own.indexOf(path) !== own.lastIndexOf(path)) findings.error(`the address ${path} is listed twice`)
  }
  for (const other of others) {
    if (other.name === name) continue
    for (const path of pathsOf(other.placement))
      if (own.includes(path))
        findings.error(`the address ${path} belongs to '${other.name}': choose another in remote.json`)
    const { placement: otherPlacement } = other
    if (
      placement.mount === 'tab' &&
      otherPlacement?.mount === 'tab' &&
      otherPlacement.title === placement.title
    )
      findings.warning(
        `'${other.name}' has a tab called '${placement.title}' as well: users cannot distinguish the two`,
      )
  }
}

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

function findProblem(path: string, isShell: boolean): string | null {
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
    const problem = findProblem(path, declaration === null)
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
