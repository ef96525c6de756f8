import type { RawRequest } from '@propsight/api/testing'
import fc from 'fast-check'
import * as z from 'zod'
import { FUZZ_TEXTS, hostileText, hostileValue, POLLUTING_KEYS } from './hostile-values.ts'
import type { AttackedRoute } from './list-routes.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Weight of valid values; invalid ones have the weight 1. */
const VALID_WEIGHT = 14
const MAX_ITEMS = 4
const MAX_TEXT = 200

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.constantFrom('nobody@example.com', 'A@B.co', `${'x'.repeat(60)}@example.com`),
  date: fc.constantFrom('1990-01-31', '2026-07-18', '0001-01-01', '9999-12-31'),
  'date-time': fc.constantFrom('2026-07-18T23:10:00Z', '0001-01-01T00:00:00Z'),
}

function textOf({ format, pattern, minLength = 0, maxLength = MAX_TEXT }: JsonSchema): fc.Arbitrary<string> {
  const byFormat = FORMATS[format ?? '']
  if (byFormat) return byFormat
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern))
    } catch {
      // The generator does not support this pattern, so any text is used.
    }
  }
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)) })
}

function numberOf({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -1e6, -1e9)
  const max = Math.min(maximum ?? 1e6, 1e9)
  return type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
}

function objectOf(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [name, build(inner as JsonSchema, root)] as const,
  )
  const declared = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  const extra = fc.dictionary(fc.constantFrom(...POLLUTING_KEYS, 'admin', 'role'), hostileValue, {
    maxKeys: 2,
  })
  return fc.oneof(
    { weight: VALID_WEIGHT, arbitrary: declared },
    { weight: 1, arbitrary: fc.tuple(declared, extra).map(([fields, added]) => ({ ...fields, ...added })) },
  )
}

function validValue(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/$defs/', '')
    return build((root.$defs?.[name] ?? {}) as JsonSchema, root)
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((one) => build(one as JsonSchema, root)))
  if (schema.allOf) return build(Object.assign({}, ...schema.allOf) as JsonSchema, root)
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(build((schema.items ?? {}) as JsonSchema, root), {
        minLength: Math.min(schema.minItems ?? 0, MAX_ITEMS),
        maxLength: MAX_ITEMS,
      })
    case 'object':
      return objectOf(schema, root)
    default:
      return hostileValue
  }
}

const build = (schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: VALID_WEIGHT, arbitrary: validValue(schema, root) },
    { weight: 1, arbitrary: hostileValue },
  )

/** Generates values for the schema of a contract, many of them with invalid or hostile parts. */
export function arbitraryFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return build(json, json)
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 400))
const json = (value: unknown) => JSON.stringify(value) ?? 'null'

const pathOf = ({ path, parameters }: AttackedRoute): fc.Arbitrary<string> => {
  const tricks = fc.constantFrom(
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/x',
    '/%zz',
    '/%00',
    ';a=b',
    '//',
    '/..%5c..%5c',
  )
  const filled = hostileText.map((text) =>
    parameters.length === 0 ? path : path.replace(/picks|mlb$|NYY|[\da-f-]{36}/, encoded(text) || 'x'),
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(path) },
    { weight: 2, arbitrary: filled },
    { weight: 1, arbitrary: tricks.map((trick) => path + trick) },
  )
}

const queryOf = ({ query }: AttackedRoute): fc.Arbitrary<string> => {
  const hostile = fc.dictionary(
    fc.constantFrom('limit', 'after', '__proto__', 'constructor[x]', 'a[b]'),
    hostileText,
    {
      maxKeys: 3,
    },
  )
  const valid = query ? arbitraryFor(query) : fc.constant({})
  return fc.tuple(valid, fc.option(hostile, { nil: {} })).map(([values, more]) => {
    const pairs = Object.entries({ ...(typeof values === 'object' ? values : {}), ...more })
    const text = pairs
      .map(([name, value]) => `${encoded(name)}=${encoded(typeof value === 'string' ? value : json(value))}`)
      .join('&')
    return text === '' ? '' : `?${text}`
  })
}

const bodyOf = ({ body }: AttackedRoute): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: (body ? arbitraryFor(body) : fc.jsonValue()).map(json) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[',
        '{"__proto__":{"a":1}}',
        `${'['.repeat(20_000)}`,
        '"\\ud800"',
      ),
    },
  )

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
]
/** Generates requests for a route, most of them almost valid, with malformed or hostile parts. */
export const randomRequest = (route: AttackedRoute, tokens: readonly string[]): fc.Arbitrary<RawRequest> =>
  fc
    .tuple(
      pathOf(route),
      queryOf(route),
      bodyOf(route),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(TYPES[0] ?? '') },
        { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      ),
      fc.constantFrom(...tokens),
      fc.option(fc.constantFrom(...FUZZ_TEXTS), { nil: null }),
    )
    .map(([path, query, body, type, token, header]) => ({
      method: route.method,
      path: path + query,
      headers: {
        'content-type': type,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(header === null
          ? {}
          : {
              'x-request-id': encoded(header),
              'x-run-id': encoded(header),
              'if-none-match': encoded(header),
            }),
      },
      body: route.method === 'GET' ? null : body,
    }))
