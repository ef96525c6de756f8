import * as z from 'zod'
import { badRequest } from './answer.ts'

/** One entry of the parameter `hydrate`: its name and the text within its brackets. */
export interface Hydration {
  readonly name: string
  readonly inner: string
}

/** Splits at commas outside of brackets. Throws ServiceError 400 for unbalanced brackets. */
const splitTopLevel = (text: string): string[] => {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
    if (depth < 0) throw badRequest(`Invalid Request with value: hydrate=${text}`)
  }
  if (depth !== 0) throw badRequest(`Invalid Request with value: hydrate=${text}`)
  parts.push(text.slice(from))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Parses a list such as `probablePitcher(person,stats),team`. */
export const readHydrate = (text = ''): readonly Hydration[] =>
  splitTopLevel(text).map((part) => {
    const open = part.indexOf('(')
    return open < 0
      ? { name: part, inner: '' }
      : { name: part.slice(0, open), inner: part.slice(open + 1, part.lastIndexOf(')')) }
  })

/** Whether a name is hydrated on any level. */
export const hydrates = (hydrations: readonly Hydration[], name: string): boolean =>
  hydrations.some((entry) => entry.name === name || hydrates(readHydrate(entry.inner), name))

/** Parses options such as `group=[hitting],type=[gameLog],season=2026` into lists by key. */
export const readOptions = (inner: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    splitTopLevel(inner).map((part) => {
      const [key = '', value = ''] = part.split('=', 2)
      const bare = value.replace(/^\[|\]$/g, '')
      return [key.trim(), bare.split(',').map((item) => item.trim())]
    }),
  )

const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** A day in either format of the service, `2026-07-15` or `07/15/2026`. */
export const daySchema = z
  .string()
  .transform((text) => {
    const us = US_DATE.exec(text)
    return us ? `${us[3]}-${us[1]?.padStart(2, '0')}-${us[2]?.padStart(2, '0')}` : text
  })
  .pipe(z.iso.date())

export const idSchema = z.coerce.number().int().positive()
export const seasonSchema = z.coerce.number().int().min(1876).max(2200)

/** Comma-separated ids, at most 1,000. */
export const idsSchema = z
  .string()
  .min(1)
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number),
      )
      .min(1)
      .max(1000),
  )

/**
 * Validates a query by a schema. The last value of a repeated key is used.
 * @throws ServiceError 400 naming the first invalid value, as in the service
 */
export function readQuery<T extends z.ZodType>(
  schema: T,
  query: Readonly<Record<string, unknown>>,
): z.output<T> {
  const flat = Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, Array.isArray(value) ? value.at(-1) : value]),
  )
  const parsed = schema.safeParse(flat)
  if (parsed.success) return parsed.data
  const key = String(parsed.error.issues[0]?.path[0] ?? '')
  throw badRequest(`Invalid Request with value: ${key}=${String(flat[key] ?? '')}`)
}
