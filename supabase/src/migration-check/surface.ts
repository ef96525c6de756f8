import type { CreateFunctionStmt, FunctionParameter, Node, TypeName } from 'libpg-query'

/** The signature of a function for calls with named arguments, which PostgREST uses. */
export interface FunctionShape {
  args: { name: string; type: string; optional: boolean }[]
  returns: string
}

const textOf = (node: Node): string => ('String' in node ? (node.String.sval ?? '') : '')

/** The name without its schema: `public.f` and `f` are the same, since the product uses the schema `public` only. */
export const nameOf = (parts: readonly Node[] | undefined): string => (parts ?? []).map(textOf).at(-1) ?? ''

/** The name of a type without the schema `pg_catalog`: `int4[]`, `setof public.runs`. */
export function typeOf(type: TypeName | undefined): string {
  if (!type) return 'void'
  const names = (type.names ?? []).map(textOf).filter((part) => part !== 'pg_catalog')
  const array = type.arrayBounds ? '[]' : ''
  return `${type.setof ? 'setof ' : ''}${names.join('.')}${array}`
}

const isParameter = (node: Node): node is { FunctionParameter: FunctionParameter } =>
  'FunctionParameter' in node
const isInput = ({ mode }: FunctionParameter) => mode !== 'FUNC_PARAM_OUT' && mode !== 'FUNC_PARAM_TABLE'

export function describeShape({ parameters = [], returnType }: CreateFunctionStmt): FunctionShape {
  const all = parameters.filter(isParameter).map((node) => node.FunctionParameter)
  const outputs = all.filter((parameter) => !isInput(parameter))
  const columns = outputs.map(({ name, argType }) => `${name} ${typeOf(argType)}`).join(', ')
  return {
    args: all.filter(isInput).map(({ name, argType, defexpr }) => ({
      name: name ?? '',
      type: typeOf(argType),
      optional: defexpr !== undefined,
    })),
    returns: columns ? `${typeOf(returnType)} (${columns})` : typeOf(returnType),
  }
}

/**
 * Describes why callers of `before` cannot call `after`, or returns null. Only additional arguments with a
 * default are compatible.
 */
export function describeBrokenCall(before: FunctionShape, after: FunctionShape): string | null {
  for (const arg of before.args) {
    const newArg = after.args.find(({ name }) => name === arg.name)
    if (!newArg) return `no longer takes ${arg.name}`
    if (newArg.type !== arg.type) return `takes ${arg.name} as ${newArg.type} instead of ${arg.type}`
    if (arg.optional && !newArg.optional) return `now needs ${arg.name}`
  }
  const needed = after.args.find(
    ({ name, optional }) => !optional && !before.args.some((arg) => arg.name === name),
  )
  if (needed) return `now needs ${needed.name}`
  return after.returns === before.returns ? null : `returns ${after.returns} instead of ${before.returns}`
}

/** The tables and functions of a database that an API can use. */
export interface Surface {
  tables: Set<string>
  /** Overloads by name. */
  functions: Map<string, FunctionShape[]>
}

export const emptySurface = (): Surface => ({ tables: new Set(), functions: new Map() })

export const copySurface = ({ tables, functions }: Surface): Surface => ({
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
export function applyStatement({ tables, functions }: Surface, statement: Node): void {
  if ('CreateStmt' in statement) tables.add(statement.CreateStmt.relation?.relname ?? '')
  if ('CreateFunctionStmt' in statement) {
    const name = nameOf(statement.CreateFunctionStmt.funcname)
    const shape = describeShape(statement.CreateFunctionStmt)
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
