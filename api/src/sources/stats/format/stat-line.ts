import * as z from 'zod'

/**
 * The `stat` of a split as it stands: counts are numbers, rates are text ('.305', '-.--'). What is neither is left out.
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

/** @returns a count of a line, undefined where it is not told or no whole number from 0 on */
export function countOf(line: StatLine, name: string): number | undefined {
  const value = line[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
