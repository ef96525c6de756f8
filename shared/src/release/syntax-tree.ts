import { type AnyNode, type Program, parse } from 'acorn'
import { displayText, type Files, textOf } from './derive-release.ts'

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/**
 * Visits every node of a syntax tree in pre-order, together with its ancestors (outermost first). Iterative,
 * so that a deep tree cannot overflow the call stack.
 */
export function walk(root: AnyNode, visit: (node: AnyNode, ancestors: readonly AnyNode[]) => void): void {
  const pending: { node: AnyNode; depth: number }[] = [{ node: root, depth: 0 }]
  const ancestors: AnyNode[] = []
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth } = next
    ancestors.length = depth
    visit(node, ancestors)
    ancestors.push(node)
    const children: AnyNode[] = []
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) {
        for (const item of value) if (isNode(item)) children.push(item)
      } else if (isNode(value)) children.push(value)
    }
    for (const child of children.reverse()) pending.push({ node: child, depth: depth + 1 })
  }
}

/** Maximum bytes of JavaScript that are parsed per release, far above every budget. */
const MAX_BYTES = 4_000_000

/** A script of a release with its syntax tree. */
export interface Script {
  path: string
  text: string
  /** The syntax tree, or a message why there is none. */
  program: Program | string
}

/** The newest edition of the language that all supported browsers read (`tools/federation/common-config.ts`). */
const EDITION = 2024

function parsed(text: string): Program | string {
  let failure = ''
  // As a module first: a script would read `await (x)` as a call, and `a <!-- b` as a comment.
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parse(text, { ecmaVersion: EDITION, sourceType })
    } catch (error) {
      // Thrown for syntax errors and for code that is nested too deeply.
      failure = error instanceof Error ? error.message : String(error)
    }
  }
  return `cannot be read as JavaScript of ${EDITION} (${displayText(failure)}), which the browsers of the product read: fix its syntax or its target, and build again`
}

/** Parses the scripts of a release. Never throws. */
export function parseScripts(files: Files): Script[] {
  let remainingBytes = MAX_BYTES
  return [...files].flatMap(([path, bytes]) => {
    if (!/\.m?js$/.test(path)) return []
    remainingBytes -= bytes.length
    if (remainingBytes < 0)
      return [
        {
          path,
          text: '',
          program: `there are more than ${MAX_BYTES} bytes of JavaScript, so this file is not read: load less`,
        },
      ]
    const text = textOf(bytes)
    return [{ path, text, program: parsed(text) }]
  })
}

const PAGE = new Set(['window', 'self', 'globalThis', 'top', 'parent', 'frames'])
const MAX_STEPS = 12

/** Returns the text of an expression of literals (`'a'`, `` `a${'b'}` ``, `'a' + 'b'`), or null. */
export function literalText(node: AnyNode): string | null {
  let text = ''
  const pending: AnyNode[] = [node]
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = pending.pop()
    if (!next) break
    if (next.type === 'Literal' && typeof next.value === 'string') text += next.value
    else if (next.type === 'TemplateElement') text += next.value.cooked ?? ''
    else if (next.type === 'TemplateLiteral')
      pending.push(...[...next.quasis, ...next.expressions].sort((a, b) => b.start - a.start))
    else if (next.type === 'BinaryExpression' && next.operator === '+') pending.push(next.right, next.left)
    else return null
  }
  return pending.length === 0 ? text : null
}

/** Returns the name of a property key, or null if it is computed from more than literals. */
export function keyName(key: AnyNode, computed: boolean): string | null {
  return !computed && key.type === 'Identifier' ? key.name : literalText(key)
}

/** Returns the member name of an expression (`a.b`, `a['b']`), or null. */
export const memberName = (node: AnyNode): string | null =>
  node.type === 'MemberExpression' ? keyName(node.property, node.computed) : null

/** Returns the name of a global that an expression reads (`eval`, `window.eval`, `(0, eval)`), or null. */
export function globalName(node: AnyNode): string | null {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'SequenceExpression') {
    const last = node.expressions.at(-1)
    return last ? globalName(last) : null
  }
  if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression')
    return globalName(node.expression)
  if (node.type !== 'MemberExpression') return null
  const { object } = node
  return object.type === 'Identifier' && PAGE.has(object.name) ? memberName(node) : null
}

/**
 * Values of names that are assigned exactly once in a file: `const host = 'https://…'`; null for other names.
 */
export type Constants = ReadonlyMap<string, AnyNode | null>

/** Collects the values of all names in a program. Function parameters have no known value. */
export function findConstants(program: Program): Constants {
  const values = new Map<string, AnyNode | null>()
  const set = (name: string, value: AnyNode | null) => values.set(name, values.has(name) ? null : value)
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      set(node.id.name, node.init)
    else if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier')
      set(node.left.name, node.right)
    else if ('params' in node && Array.isArray(node.params))
      for (const param of node.params) if (param.type === 'Identifier') set(param.name, null)
  })
  return values
}

/**
 * Returns the possible prefixes of the text that an expression evaluates to, as far as the file shows them.
 */
export function textPrefixes(node: AnyNode, constants: Constants): string[] {
  const found: string[] = []
  const pending: AnyNode[] = [node]
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = pending.pop()
    if (!next) break
    if (next.type === 'Literal' && typeof next.value === 'string') found.push(next.value)
    else if (next.type === 'TemplateLiteral') {
      const [first] = next.quasis
      const begin = first?.value.cooked ?? ''
      if (begin !== '') found.push(begin)
      else if (next.expressions[0]) pending.push(next.expressions[0])
    } else if (next.type === 'BinaryExpression' && next.operator === '+') pending.push(next.left)
    else if (next.type === 'ConditionalExpression') pending.push(next.alternate, next.consequent)
    else if (next.type === 'LogicalExpression') pending.push(next.right, next.left)
    else if (next.type === 'NewExpression' && globalName(next.callee) === 'URL')
      pending.push(...next.arguments.slice(0, 2).reverse())
    else if (next.type === 'MemberExpression' && memberName(next) === 'href') pending.push(next.object)
    else if (next.type === 'Identifier') {
      const value = constants.get(next.name)
      if (value) pending.push(value)
    }
  }
  return found
}
