import fc from 'fast-check'
import * as z from 'zod'
import { hostileValue, POLLUTING_KEYS } from './hostile-values.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Weight of valid values; invalid ones have the weight 1. */
const SANE_WEIGHT = 14
const MAX_ITEMS = 4
const MAX_TEXT = 200

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.constantFrom('nobody@example.com', 'A@B.co', `${'x'.repeat(60)}@example.com`),
  date: fc.constantFrom('1990-01-31', '2026-07-18', '0001-01-01', '9999-12-31'),
  'date-time': fc.constantFrom('2026-07-18T23:10:00Z', '0001-01-01T00:00:00Z'),
}

function textOf({ format, pattern, minLength = 0, maxLength = MAX_TEXT }: JsonSchema): fc.Arbitrary<string> {
  const known = FORMATS[format ?? '']
  if (known) return known
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
  const [min, max] = [Math.max(minimum ?? -1e6, -1e9), Math.min(maximum ?? 1e6, 1e9)]
  return type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
}

function objectOf(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [name, build(inner as JsonSchema, root)] as const,
  )
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  const extra = fc.dictionary(fc.constantFrom(...POLLUTING_KEYS, 'admin', 'role'), hostileValue, {
    maxKeys: 2,
  })
  return fc.oneof(
    { weight: SANE_WEIGHT, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, extra).map(([a, b]) => ({ ...a, ...b })) },
  )
}

function sane(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
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
  fc.oneof({ weight: SANE_WEIGHT, arbitrary: sane(schema, root) }, { weight: 1, arbitrary: hostileValue })

/** Generates values for the schema of a contract, many of them with invalid or hostile parts. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return build(json, json)
}
