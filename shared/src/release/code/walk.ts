import type { AnyNode } from 'acorn'

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/**
 * Visits every node of a syntax tree in pre-order, together with its ancestors (outermost first). Iterative,
 * so that a deep tree cannot overflow the call stack.
 */
export function walk(root: AnyNode, visit: (node: AnyNode, around: readonly AnyNode[]) => void): void {
  const waiting: { node: AnyNode; depth: number }[] = [{ node: root, depth: 0 }]
  const around: AnyNode[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    around.length = depth
    visit(node, around)
    around.push(node)
    const children: AnyNode[] = []
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) {
        for (const item of value) if (isNode(item)) children.push(item)
      } else if (isNode(value)) children.push(value)
    }
    for (const child of children.reverse()) waiting.push({ node: child, depth: depth + 1 })
  }
}
