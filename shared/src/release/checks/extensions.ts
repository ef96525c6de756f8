import type { AnyNode } from 'acorn'
import type { Context, Findings } from '../context.ts'
import { walk } from '../syntax-tree.ts'

/** Names that code gives to its parts: keys of objects, exports. Minifiers keep them. */
function namesOf(node: AnyNode): (string | null)[] {
  if (node.type === 'Property' || node.type === 'PropertyDefinition' || node.type === 'MethodDefinition') {
    const { key, computed } = node
    if (key.type === 'Identifier') return computed ? [] : [key.name]
    return key.type === 'Literal' ? [String(key.value)] : []
  }
  if (node.type === 'ExportSpecifier')
    return [node.exported.type === 'Identifier' ? node.exported.name : String(node.exported.value)]
  if (node.type !== 'ExportNamedDeclaration' || !node.declaration) return []
  const { declaration } = node
  if (declaration.type !== 'VariableDeclaration') return [declaration.id?.name ?? null]
  return declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : null))
}

/**
 * Checks that the code of a remote has the extensions that `remote.json` names. The code is not run, so a name that is
 * found elsewhere in the code passes; the shell then reports the missing extension.
 */
export function checkExtensions({ declaration, scripts }: Context, findings: Findings): void {
  const declared = declaration?.extensions ?? []
  if (declared.length === 0) return
  const found = new Set<string | null>()
  for (const { program } of scripts)
    if (typeof program !== 'string')
      walk(program, (node) => {
        for (const name of namesOf(node)) found.add(name)
      })
  if (!found.has('extensions')) {
    findings.error(`remote.json names extensions, but './remote' exports no \`extensions\`: export them`)
    return
  }
  for (const name of declared)
    if (!found.has(name))
      findings.error(
        `remote.json names the extension '${name}', which the code does not have: add it to the exported \`extensions\`, or remove its name`,
      )
}
