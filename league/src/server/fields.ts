/** The keys that `fields=` names; null keeps everything. */
export type Fields = readonly string[] | null

export const readFields = (text: string | undefined): Fields =>
  text === undefined || text === '' ? null : text.split(',').map((part) => part.trim())

/**
 * A value as JSON with the listed keys only, on every level, as the service's `fields` does: something is there only
 * when it and all of its parents are named. JSON's own allow list does just that, at its own speed.
 */
export const jsonText = (value: unknown, fields: Fields): string =>
  fields ? JSON.stringify(value, [...fields]) : JSON.stringify(value)
