import * as z from 'zod'
import { deriveOnce } from './cache/cache.ts'
import { runInSlices } from './concurrency/event-loop.ts'
import { badRequest } from './errors.ts'

/**
 * PostgreSQL stores neither NUL nor lone surrogates; such text is refused here, before the database fails.
 */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

function hasUnstorableText(value: unknown): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string' && !isStorable(next)) return true
    if (next !== null && typeof next === 'object') {
      for (const [key, inner] of Object.entries(next)) pending.push(key, inner)
    }
  }
  return false
}

/** A client may choose names of properties, which the message repeats. */
const MAX_MESSAGE_LENGTH = 300

function invalid(path: readonly PropertyKey[], what: string) {
  const where = path.map(String).join('.')
  return badRequest((where ? `${where}: ${what}` : what).slice(0, MAX_MESSAGE_LENGTH))
}

const unstorable = (path: readonly PropertyKey[]) =>
  invalid(path, 'Text with characters that cannot be stored')

type List = z.ZodArray<z.ZodType>

/** The schema of a list without its elements: it checks the length only. */
const lengthOnly = deriveOnce((list: List): List => list.clone({ ...list.def, element: z.unknown() }))

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(schema.unwrap()) : schema

function parse<T>(schema: z.ZodType<T>, value: unknown, path: readonly PropertyKey[]): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw invalid([...path, ...(issue?.path ?? [])], issue?.message ?? 'invalid')
}

/** The properties of an object that are lists, or objects with lists. Most objects have none. */
const propertiesWithLists = deriveOnce((schema: z.ZodObject): [string, List | z.ZodObject][] =>
  Object.entries(schema.shape).flatMap(([name, property]): [string, List | z.ZodObject][] => {
    const bare = unwrap(property)
    if (bare instanceof z.ZodArray) return [[name, bare as List]]
    return bare instanceof z.ZodObject && propertiesWithLists(bare).length > 0 ? [[name, bare]] : []
  }),
)

/** Checks the lengths of the lists in a value, the outer ones first. @throws HttpError 400 */
function checkLengths(schema: unknown, value: unknown, path: readonly PropertyKey[]): void {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    parse(lengthOnly(schema as List), value, path)
    const { element } = schema
    if (!(element instanceof z.ZodObject) || propertiesWithLists(element).length === 0) return
    for (const [at, each] of value.entries()) checkLengths(element, each, [...path, at])
  } else if (schema instanceof z.ZodObject && isObject(value)) {
    for (const [name, property] of propertiesWithLists(schema))
      checkLengths(property, value[name], [...path, name])
  }
}

/**
 * Parses any value by the rules for JSON bodies and queries. The lengths of lists are checked first: the schema collects
 * the faults of all elements, which takes seconds for a long list of faults.
 * @param path where the value is in the request, for the message
 * @throws HttpError 400
 */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown, path: readonly PropertyKey[] = []): T {
  checkLengths(schema, value, path)
  const parsed = parse(schema, value, path)
  if (hasUnstorableText(value)) throw unstorable(path)
  return parsed
}

/** The schema of an object whose lists are checked for their length only. */
const withoutElements = deriveOnce((schema: z.ZodObject) => {
  const shape = Object.entries(schema.shape).map(([name, property]) => [
    name,
    property instanceof z.ZodArray ? lengthOnly(property as List) : property,
  ])
  return schema.clone({ ...schema.def, shape: Object.fromEntries(shape) })
})

/** Elements that are parsed at once: a pick takes about 0.1 ms. */
const ELEMENTS_PER_SLICE = 20

async function parseElements(list: List, elements: readonly unknown[], name: string): Promise<unknown[]> {
  const parsed: unknown[] = []
  await runInSlices(elements, ELEMENTS_PER_SLICE, (element, at) => {
    parsed.push(parseAs(list.element, element, [name, at]))
  })
  return parsed
}

/**
 * Parses the body of a request as `parseAs`, but the elements of its lists one by one: the first fault ends it, and
 * other requests run between the slices of a long list.
 * @throws HttpError 400
 */
export async function parseBody<T>(schema: z.ZodType<T>, value: unknown): Promise<T> {
  if (!(schema instanceof z.ZodObject && isObject(value))) return parseAs(schema, value)
  const lists = Object.entries(schema.shape).filter(([, property]) => property instanceof z.ZodArray)
  const rest = { ...value }
  for (const [name] of lists) delete rest[name]
  if (hasUnstorableText(rest)) throw unstorable([])
  checkLengths(schema, rest, [])
  const parsed: Record<string, unknown> = parse(withoutElements(schema), value, [])
  for (const [name, list] of lists)
    parsed[name] = await parseElements(list as List, value[name] as unknown[], name)
  return parsed as T
}
