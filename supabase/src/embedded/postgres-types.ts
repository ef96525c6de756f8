import type { PostgresType } from 'postgres'

/** Converts '2026-07-15 16:00:00.1+00' to the format of the hosted service, '2026-07-15T16:00:00.1+00:00'. */
export const isoTime = (value: string): string => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

/** Parses numerics as numbers, except for values that JSON cannot represent (NaN, infinity). */
const parseNumeric = (value: string): number | string => {
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

/** The data service passes JSON that is already serialized; serializing it again would store a string. */
const serializeJson = (value: unknown): string => {
  if (typeof value !== 'string') return JSON.stringify(value)
  try {
    JSON.parse(value)
    return value
  } catch {
    return JSON.stringify(value)
  }
}

/** Converts a value to text for the driver; the database checks whether it is a valid time. */
const writeTime = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const type = (
  oid: number,
  serialize: (value: unknown) => unknown,
  parse: (value: string) => unknown,
): PostgresType => ({ to: oid, from: [oid], serialize, parse })

/** Column types for which the driver's results differ from those of the hosted service. */
export const postgresTypes = {
  timestamptz: type(1184, writeTime, isoTime),
  timestamp: type(1114, writeTime, isoTime),
  date: type(1082, writeTime, String),
  time: type(1083, writeTime, String),
  timetz: type(1266, writeTime, String),
  numeric: type(1700, String, parseNumeric),
  jsonb: type(3802, serializeJson, JSON.parse),
}
