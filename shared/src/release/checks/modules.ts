import type { AnyNode } from 'acorn'
import { acceptsContract } from '../../contracts/remote-contract.ts'
import type { Context, Findings } from '../context.ts'
import { displayText } from '../derive-release.ts'
import { literalText, walk } from '../syntax-tree.ts'

/** The first contract version whose shells load ES modules. */
const SINCE = '1.3'

const RELATIVE = /^\.{1,2}\//
/** A class body is not a function, but its initializers and static blocks cannot contain `await`. */
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The address of an `import`, `export … from` or `import()`, if the file contains it as text. */
function importedAddress(node: AnyNode): string | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return node.source ? literalText(node.source) : null
    default:
      return null
  }
}

/** Resolves a relative address against the file that contains it, both relative to the release's folder. */
const resolveFile = (address: string, from: string): string =>
  new URL(address, `file:///${from}`).pathname.slice(1)

const isTopLevelAwait = (node: AnyNode, ancestors: readonly AnyNode[]): boolean =>
  (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) &&
  !ancestors.some(({ type }) => FUNCTIONS.has(type))

/** Returns for each module its static imports and re-exports, by path, and whether it awaits at top level. */
function moduleGraph(scripts: Context['scripts']) {
  const modules = new Map<string, { imports: Set<string>; awaits: boolean }>()
  for (const { path, program } of scripts) {
    if (typeof program === 'string') continue
    const module = { imports: new Set<string>(), awaits: false }
    modules.set(path, module)
    walk(program, (node, ancestors) => {
      module.awaits ||= isTopLevelAwait(node, ancestors)
      const address = node.type === 'ImportExpression' ? null : importedAddress(node)
      if (address !== null && RELATIVE.test(address)) module.imports.add(resolveFile(address, path))
    })
  }
  return modules
}

/**
 * Warns about each module that awaits at top level and imports, directly or through modules that do not await,
 * another module that does. WebKit may run the first before the second has ended (WebKit bug 242740).
 */
export function checkChainedAwaits({ scripts }: Context, findings: Findings): void {
  const modules = moduleGraph(scripts)
  for (const [path, { awaits, imports }] of modules) {
    if (!awaits) continue
    // A set that grows while it is iterated: every module is visited once, also in a cycle.
    const reached = new Set(imports)
    for (const file of reached) {
      const module = modules.get(file)
      if (!module || file === path) continue
      if (module.awaits)
        findings.warning(
          `'${displayText(path, 200)}' awaits at top level and imports '${displayText(file, 200)}', which does too: Safari may run the first before the second has ended, so await in one of them only`,
          path,
        )
      else for (const next of module.imports) reached.add(next)
    }
  }
}

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
      if (!RELATIVE.test(address))
        findings.error(
          `imports '${displayText(address)}' by name, which no page resolves: get it from the share scope, as the build plugins do, or bundle it`,
          path,
        )
      else if (!files.has(resolveFile(address, path)))
        findings.error(`imports '${displayText(address)}', but this file is missing: build again`, path)
    })
  }
}
