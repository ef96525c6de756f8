import type { Node } from 'libpg-query'
import { type FunctionShape, nameOf, shapeOf } from './function-shape.ts'

/** The tables and functions of a database that an API can use. */
export interface Surface {
  tables: Set<string>
  /** Overloads by name. */
  functions: Map<string, FunctionShape[]>
}

export const emptySurface = (): Surface => ({ tables: new Set(), functions: new Map() })

export const copyOf = ({ tables, functions }: Surface): Surface => ({
  tables: new Set(tables),
  functions: new Map([...functions].map(([name, shapes]) => [name, [...shapes]])),
})

const typesOf = ({ args }: FunctionShape) => args.map(({ type }) => type).join(',')

/** The names in a drop statement: tables, functions, policies. */
export function droppedNames(objects: readonly Node[] | undefined): string[] {
  return (objects ?? []).map((object) => {
    if ('ObjectWithArgs' in object) return nameOf(object.ObjectWithArgs.objname)
    return 'List' in object ? nameOf(object.List.items) : nameOf([object])
  })
}

/** Applies one statement to the surface. */
export function follow({ tables, functions }: Surface, statement: Node): void {
  if ('CreateStmt' in statement) tables.add(statement.CreateStmt.relation?.relname ?? '')
  if ('CreateFunctionStmt' in statement) {
    const name = nameOf(statement.CreateFunctionStmt.funcname)
    const shape = shapeOf(statement.CreateFunctionStmt)
    const others = (functions.get(name) ?? []).filter((other) => typesOf(other) !== typesOf(shape))
    functions.set(name, [...others, shape])
  }
  if ('DropStmt' in statement) {
    const { removeType, objects } = statement.DropStmt
    for (const name of droppedNames(objects)) {
      if (removeType === 'OBJECT_TABLE') tables.delete(name)
      // The product has no overloaded functions, so dropping one signature removes the name until it is
      // created again.
      if (removeType === 'OBJECT_FUNCTION') functions.delete(name)
    }
  }
}
