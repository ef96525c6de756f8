import type { AnyNode } from 'acorn'
import { memberName } from '../syntax-tree.ts'
import type { Script } from './parse-script.ts'
import { walk } from './walk.ts'

const REACT = /^__(CLIENT_INTERNALS_DO_NOT_USE|SECRET_INTERNALS_DO_NOT_USE)/
const REACT_DOM = /^__DOM_INTERNALS_DO_NOT_USE/
const NO_CLIENT = 'No QueryClient set, use QueryClientProvider to set one'

/** Recognizes the code of a package by parts that minifiers keep: exported names and error texts. */
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

/**
 * Returns the bundled module that contains a node: a function in an object property; otherwise the whole
 * file.
 */
function moduleAround(around: readonly AnyNode[], program: AnyNode): AnyNode {
  const at = around.findIndex((node) => node.type === 'Property' && isFunction(node.value))
  return around[at] ?? program
}

/** Additional texts for exported names that also occur in other packages. */
const BESIDE: Record<string, RegExp> = {
  'react/jsx-runtime': /react\.(transitional\.)?element/,
  react: /react\.(transitional\.)?element/,
}

/**
 * Finds copies of shared packages in scripts, including those that no manifest declares.
 * @returns size of each copy in the files, in bytes
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
