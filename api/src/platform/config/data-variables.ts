import { parseLeagueClock, parseSports } from '@propsight/shared/domain'
import * as z from 'zod'

const clockSpec = z.string().refine((spec) => {
  try {
    return Boolean(parseLeagueClock(spec))
  } catch {
    return false
  }
}, 'must be real, sample, frozen:<ISO instant> or at:<ISO instant>')

/** What the installation shows: its data, its clock and its sports. */
export const dataVariables = {
  DATA: z.enum(['sample', 'replay', 'live']).default('live'),
  DATA_LABEL: z.string().min(1).max(80).optional(),
  LEAGUE_CLOCK: clockSpec.optional(),
  /** The open sports. */
  SPORTS: z
    .string()
    .default('mlb')
    .transform((text, context) => {
      try {
        return parseSports(text)
      } catch (error) {
        context.addIssue({
          code: 'custom',
          message: error instanceof Error ? error.message : 'cannot be read',
        })
        return z.NEVER
      }
    }),
}
