import * as z from 'zod'
import { payoutProblems } from '../domain/parlay/payout-problems.ts'

const legs = z.string().regex(/^[1-9]\d?$/)
const paid = z.number().nonnegative()

/** A book's payouts as an operator writes them to replace what ships (`PayoutTable`); refused in words that name the row. */
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
