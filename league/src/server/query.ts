import * as z from 'zod'
import { badRequest } from './service-error.ts'

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

export const namesSchema = z
  .string()
  .min(1)
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
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
