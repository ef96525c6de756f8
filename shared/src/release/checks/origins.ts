import type { AnyNode } from 'acorn'
import type { Context, Findings } from '../context.ts'
import { displayText } from '../derive-release.ts'
import { type Constants, findConstants, globalName, memberName, textPrefixes, walk } from '../syntax-tree.ts'

const ABSOLUTE = /^\s*(?:(?:https?|wss?|ftp|file):|[a-z][a-z\d+.-]*:\/\/|[\\/]{2})/i
const INLINE_URL = /^\s*(?:data|blob|javascript):/i
const LOOPBACK = /^\s*[a-z]*:?[\\/]{0,3}(?:localhost|[^/:]*\.localhost|127\.|0\.0\.0\.0|\[::1?\])/i
const CONNECTION_CLASSES = new Set(['Worker', 'SharedWorker', 'WebSocket', 'EventSource', 'WebTransport'])
const VERBS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

interface Load {
  by: string
  from: readonly (AnyNode | null | undefined)[]
  /** Whether the loaded file is executed, so that `data:` and similar URLs are refused as well. */
  runs: boolean
}

function findCall(node: AnyNode): Load | null {
  if (node.type === 'NewExpression') {
    const name = globalName(node.callee)
    if (name && CONNECTION_CLASSES.has(name))
      return { by: `new ${name}`, from: node.arguments.slice(0, 1), runs: name.endsWith('Worker') }
    return null
  }
  if (node.type !== 'CallExpression') return null
  const name = globalName(node.callee)
  const [first, second] = node.arguments
  if (name === 'fetch') return { by: name, from: [first], runs: false }
  if (name === 'importScripts') return { by: name, from: node.arguments, runs: true }
  const member = memberName(node.callee)
  if (member === 'sendBeacon') return { by: member, from: [first], runs: false }
  if (member === 'open' && first?.type === 'Literal' && VERBS.has(String(first.value).toUpperCase()))
    return { by: 'XMLHttpRequest', from: [second], runs: false }
  if (member === 'setAttribute' && first?.type === 'Literal' && first.value === 'src')
    return { by: `setAttribute('src')`, from: [second], runs: true }
  return null
}

function findLoad(node: AnyNode): Load | null {
  switch (node.type) {
    case 'ImportExpression':
      return { by: 'import()', from: [node.source], runs: true }
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return { by: 'import', from: [node.source], runs: true }
    case 'AssignmentExpression': {
      const member = memberName(node.left)
      if (member === 'src') return { by: 'src', from: [node.right], runs: false }
      // webpack's public path `__webpack_require__.p`; minifiers rename the object but not the property.
      return member === 'p' ? { by: 'the public path', from: [node.right], runs: false } : null
    }
    default:
      return findCall(node)
  }
}

function describeProblem(load: Load, constants: Constants): string | null {
  for (const from of load.from) {
    if (!from) continue
    for (const address of textPrefixes(from, constants)) {
      const what = `${load.by} has the address '${displayText(address, 60)}'`
      if (LOOPBACK.test(address) && ABSOLUTE.test(address))
        return `${what} of a local machine: take the address from the shell's API, or leave the origin out`
      if (ABSOLUTE.test(address))
        return `${what}: the origin of a release can change, and the page's policy allows the product's origins only; leave the origin out`
      if (load.runs && INLINE_URL.test(address))
        return `${what}: the page's policy allows scripts of a release only`
    }
  }
  return null
}

/** Checks that nothing is loaded from a URL with an explicit origin. Links to other pages are allowed. */
export function checkOrigins({ scripts }: Context, findings: Findings): void {
  for (const { path, program } of scripts) {
    if (typeof program === 'string') {
      findings.error('cannot be read, so the addresses that it loads are unknown', path)
      continue
    }
    const constants = findConstants(program)
    walk(program, (node) => {
      const load = findLoad(node)
      const problem = load && describeProblem(load, constants)
      if (problem) findings.error(problem, path)
    })
  }
}
