import { entryOf } from '../../contracts/releases/registry.ts'
import type { Context, Findings } from '../context.ts'
import { displayText, hasIntegrity, hasModuleContainer, integrityOf } from '../manifest.ts'
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
