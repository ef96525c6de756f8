import type { Node } from 'libpg-query'
import { type FunctionShape, nameOf, shapeOf } from './function-shape.ts'

/** What an API can name in a database. */
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

/** The names in a drop: of tables, functions, policies. */
export function droppedNames(objects: readonly Node[] | undefined): string[] {
  return (objects ?? []).map((object) => {
    if ('ObjectWithArgs' in object) return nameOf(object.ObjectWithArgs.objname)
    return 'List' in object ? nameOf(object.List.items) : nameOf([object])
  })
}

/** Follows one statement. */
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
      // No function of ours has two forms that stay: dropping one drops the name until it is made again.
      if (removeType === 'OBJECT_FUNCTION') functions.delete(name)
    }
  }
}
