import type { AnyNode } from 'acorn'
import { memberName } from './names.ts'
import type { Script } from './parse-script.ts'
import { walk } from './walk.ts'

const REACT = /^__(CLIENT_INTERNALS_DO_NOT_USE|SECRET_INTERNALS_DO_NOT_USE)/
const REACT_DOM = /^__DOM_INTERNALS_DO_NOT_USE/
const NO_CLIENT = 'No QueryClient set, use QueryClientProvider to set one'

/** Which package's own code this is, by what no minifier may change: names it exports, texts it throws. */
function telltale(node: AnyNode): string | null {
  if (node.type === 'AssignmentExpression') {
    const name = memberName(node.left) ?? ''
    if (REACT.test(name)) return 'react'
    if (REACT_DOM.test(name)) return 'react-dom'
    return name === 'jsxs' ? 'react/jsx-runtime' : null
  }
  if (node.type === 'Property') {
    const { key, value } = node
    const named = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null
    const isRenderer =
      named === 'rendererPackageName' && value.type === 'Literal' && value.value === 'react-dom'
    return isRenderer ? 'react-dom' : null
  }
  if (node.type === 'Literal') return node.value === NO_CLIENT ? '@tanstack/react-query' : null
  if (node.type !== 'TemplateElement') return null
  return node.value.cooked === NO_CLIENT ? '@tanstack/react-query' : null
}

const isFunction = (node: AnyNode): boolean =>
  node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

/** The module around a node, as bundlers write it: a function under a key. The whole file where there is none. */
function moduleAround(around: readonly AnyNode[], program: AnyNode): AnyNode {
  const at = around.findIndex((node) => node.type === 'Property' && isFunction(node.value))
  return around[at] ?? program
}

/** Exports of that name also exist elsewhere; with these texts beside them they are the package's. */
const BESIDE: Record<string, RegExp> = {
  'react/jsx-runtime': /react\.(transitional\.)?element/,
  react: /react\.(transitional\.)?element/,
}

/**
 * Copies of shared packages in scripts, also those that no manifest declares.
 * @returns bytes of each copy as it stands in the files
 */
export function copiesIn(scripts: readonly Script[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const { program, text } of scripts) {
    if (typeof program === 'string') continue
    const counted = new Set<string>()
    walk(program, (node, around) => {
      const name = telltale(node)
      if (!name) return
      const { start, end } = moduleAround(around, program)
      const key = `${name} ${start}`
      if (counted.has(key)) return
      counted.add(key)
      const source = text.slice(start, end)
      if (!(BESIDE[name]?.test(source) ?? true)) return
      copies.set(name, (copies.get(name) ?? 0) + new TextEncoder().encode(source).length)
    })
  }
  return copies
}
