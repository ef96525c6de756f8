import * as z from 'zod'

/**
 * The unparsed `stat` of a split: counts are numbers, rates are text ('.305', '-.--'). Other values are
 * dropped.
 */
export const statLineSchema = z.preprocess(
  (stat) =>
    typeof stat === 'object' && stat !== null
      ? Object.fromEntries(
          Object.entries(stat).filter(([, value]) => typeof value === 'number' || typeof value === 'string'),
        )
      : stat,
  z.record(z.string(), z.union([z.number(), z.string()])),
)
export type StatLine = z.infer<typeof statLineSchema>

/** @returns a count of a stat line; undefined if it is missing or not a whole number from 0 on */
export function countOf(line: StatLine, name: string): number | undefined {
  const value = line[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
