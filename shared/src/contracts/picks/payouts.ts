import * as z from 'zod'
import { payoutProblems } from '../../domain/payouts/payout-problems.ts'

const legs = z.string().regex(/^[1-9]\d?$/)
const paid = z.number().nonnegative()

/**
 * A payout table that an operator supplies to replace the built-in one (`PayoutTable`). Errors name the wrong
 * row.
 */
export const payoutTableSchema = z
  .strictObject({
    book: z.string().min(1).max(40),
    source: z.string().min(1).max(400),
    readOn: z.iso.date(),
    power: z.record(legs, paid),
    flex: z.record(legs, z.array(paid).min(1).max(20)),
    lastLegWon: paid,
  })
  .superRefine((table, context) => {
    for (const message of payoutProblems(table)) context.addIssue({ code: 'custom', message })
  })
