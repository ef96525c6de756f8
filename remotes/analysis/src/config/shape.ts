/** Reads a value from outside as a `T`. @throws ShapeError when it is none */
export type Reader<T> = (value: unknown) => T
export type Read<R> = R extends Reader<infer T> ? T : never

export class ShapeError extends Error {
  override name = 'ShapeError'
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/

const is =
  <T>(what: string, test: (value: unknown) => boolean): Reader<T> =>
  (value) => {
    if (test(value)) return value as T
    throw new ShapeError(`not ${what}: ${String(JSON.stringify(value)).slice(0, 80)}`)
  }

const isText = (value: unknown): value is string => typeof value === 'string'

export const text = is<string>('a text', isText)
export const truth = is<boolean>('true or false', (value) => typeof value === 'boolean')
export const number = is<number>('a number', Number.isFinite)
export const whole = is<number>('a whole number', Number.isSafeInteger)
export const count = is<number>('a count', (value) => Number.isSafeInteger(value) && Number(value) >= 0)
export const size = is<number>('a size', (value) => Number.isFinite(value) && Number(value) >= 0)
export const uuid = is<string>('an id', (value) => isText(value) && UUID.test(value))
/** A calendar day that exists, `YYYY-MM-DD`. */
export const day = is<string>('a day', (value) => {
  if (!isText(value) || !DAY.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
})

export const oneOf = <const T extends string | number>(values: readonly T[]): Reader<T> =>
  is<T>(`one of ${values.join(', ')}`, (value) => values.some((each) => each === value))

export const orNull =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : reader(value)

/** The fallback in place of whatever is no `T`. */
export const or =
  <T>(reader: Reader<T>, fallback: T): Reader<T> =>
  (value) =>
    attempt(reader, value) ?? fallback

export const list =
  <T>(reader: Reader<T>): Reader<T[]> =>
  (value) => {
    if (!Array.isArray(value)) throw new ShapeError('not a list')
    return value.map(reader)
  }

const record = is<Record<string, unknown>>(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** An object with these parts; others are left out, as newer servers may send more. */
export const object =
  <S extends Record<string, Reader<unknown>>>(shape: S): Reader<{ [K in keyof S]: Read<S[K]> }> =>
  (value) => {
    const from = record(value)
    const parts = Object.entries(shape).map(([key, reader]) => [key, reader(from[key])])
    return Object.fromEntries(parts)
  }

/** Objects told apart by the text in one of their parts. */
export const tagged =
  <C extends Record<string, Reader<unknown>>>(tag: string, cases: C): Reader<Read<C[keyof C]>> =>
  (value) => {
    const name = record(value)[tag]
    const reader = isText(name) && Object.hasOwn(cases, name) ? cases[name] : undefined
    if (!reader) throw new ShapeError(`not one of ${Object.keys(cases).join(', ')}`)
    return reader(value) as Read<C[keyof C]>
  }

/** The value as a `T`, or null when it is none. */
export function attempt<T>(reader: Reader<T>, value: unknown): T | null {
  try {
    return reader(value)
  } catch {
    return null
  }
}

/** Text of a browser's storage as a `T`; null when it is missing, no JSON, or another shape. */
export const attemptJson = <T>(reader: Reader<T>, json: string | null): T | null =>
  attempt((value) => reader(JSON.parse(text(value))), json)
