import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KINDS, OPTIONAL } from './testing/answer-kinds.ts'

/** Paths of all values inside of an entry, also of those that are objects. */
const pathsIn = (value: unknown, path: readonly string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsIn(inner, [...path, key])])
    : []

/** A copy of an entry with another value at a path. */
function replaced(entry: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const copy = structuredClone(entry) as Record<string, unknown>
  copy[key] = replaced(copy[key], rest, value)
  return copy
}

const FAULTS = [null, undefined, 'unheard-of', -1, 1.5, {}, [], true]

describe('one faulty entry of a list', () => {
  it.each(Object.entries(KINDS))(
    'of %s leaves the other entries, whatever value any of its fields has',
    async (_, kind) => {
      const { entries, body, read } = kind
      const all = await read(body(entries))
      expect(all).toHaveLength(entries.length)
      for (const at of entries.keys()) {
        for (const path of [[], ...pathsIn(entries[at])]) {
          for (const fault of FAULTS) {
            const faulty = entries.map((entry, index) =>
              index === at ? replaced(entry, path, fault) : entry,
            )
            const others = all.filter((_, index) => index !== at)
            expect(await read(body(faulty)), `${path.join('.')} = ${JSON.stringify(fault)}`).toEqual(
              expect.arrayContaining(others),
            )
          }
        }
      }
    },
  )
  it.each(Object.entries(KINDS).filter(([name]) => !/box score|batting orders|totals|places/.test(name)))(
    'of %s counts once if it is repeated',
    async (_, { entries, body, read }) => {
      const all = await read(body(entries))
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat({ max: 2 }), { maxLength: 6 }), async (repeated) => {
          expect(await read(body([...entries, ...repeated.map((at) => entries[at])]))).toEqual(all)
        }),
      )
    },
  )
})

describe('an entry without an optional field', () => {
  it.each(
    Object.entries(OPTIONAL).flatMap(([name, fields]) => fields.map((field) => [name, field] as const)),
  )('of %s remains if %s is null', async (name, field) => {
    const kind = KINDS[name]
    if (!kind) throw new Error(`no kind ${name}`)
    const { entries, body, read } = kind
    const [first, ...others] = entries
    const changed = replaced(structuredClone(first), field.split('.'), null)
    expect(await read(body([changed, ...others]))).toHaveLength(entries.length)
  })
})
