import type { AnyNode } from 'acorn'
import { acceptsContract } from '../../contracts/remote-contract.ts'
import type { Context, Findings } from '../context.ts'
import { walk } from '../syntax-tree.ts'
import { displayText } from '../types.ts'

/** The first contract version whose shells load ES modules. */
const SINCE = '1.3'

/** The address of an `import`, `export … from` or `import()`, if the file contains it as text. */
function importedAddress(node: AnyNode): string | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration': {
      const { source } = node
      return source?.type === 'Literal' && typeof source.value === 'string' ? source.value : null
    }
    default:
      return null
  }
}

/** Resolves a relative address against the file that contains it, both relative to the release's folder. */
const resolveFile = (address: string, from: string): string =>
  new URL(address, `file:///${from}`).pathname.slice(1)

function exportedNames(program: AnyNode): string[] {
  if (program.type !== 'Program') return []
  return program.body
    .flatMap((node) => {
      if (node.type !== 'ExportNamedDeclaration') return []
      const { declaration, specifiers } = node
      const named = specifiers.map(({ exported }) => ('name' in exported ? exported.name : exported.value))
      if (declaration?.type === 'VariableDeclaration')
        return declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : null))
      return [...named, declaration && 'id' in declaration ? declaration.id?.name : null]
    })
    .filter((name) => typeof name === 'string')
}

/**
 * Checks a container that is an ES module: it exports `init` and `get`, and its modules import existing files of
 * the release only. The page has no import map, so a package name would load nothing.
 * @param container path of the container
 */
export function checkModules(container: string, context: Context, findings: Findings): void {
  const { files, release, scripts } = context
  if (!acceptsContract(release.contract, SINCE))
    findings.error(
      `the container is an ES module, which shells load since contract ${SINCE}: set "contract": "${SINCE}" in remote.json and in the remote`,
    )
  for (const { path, program } of scripts) {
    // Reported by the check of compiled code.
    if (typeof program === 'string') continue
    if (path === container) {
      const names = exportedNames(program)
      for (const name of ['init', 'get'])
        if (!names.includes(name))
          findings.error(
            `does not export '${name}': an ES container exports init(shareScope) and get(module)`,
            path,
          )
    }
    walk(program, (node) => {
      const address = importedAddress(node)
      // Absolute addresses are reported by the check of origins.
      if (address === null || /^([a-z][a-z\d+.-]*:|\/)/i.test(address)) return
      if (!/^\.{1,2}\//.test(address))
        findings.error(
          `imports '${displayText(address)}' by name, which no page resolves: get it from the share scope, as the build plugins do, or bundle it`,
          path,
        )
      else if (!files.has(resolveFile(address, path)))
        findings.error(`imports '${displayText(address)}', but this file is missing: build again`, path)
    })
  }
}
