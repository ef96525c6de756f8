import * as z from 'zod'
import type { DataService } from './data-service.ts'

const figuresSchema = z.object({
  /** Runs whose credits are held, and how many credits. */
  held: z.int(),
  heldCredits: z.int(),
  /** Holds that ran out more than five minutes ago: the sweeper should have given them back. */
  overdueHolds: z.int(),
  /** Accounts among those of the 500 newest entries whose balance is not the sum of their entries. */
  unbalanced: z.int(),
  openLegs: z.int(),
  /** League day of the oldest line that has not ended, `2026-07-18`; null where none is open. */
  oldestOpenLegDay: z.iso.date().nullable(),
  pendingParlays: z.int(),
  /** Messages of Contact Us that should have left by now. */
  dueMessages: z.int(),
  releases: z.int(),
  releaseBytes: z.number(),
})
export type OperationsFigures = z.infer<typeof figuresSchema>

export interface OperationsRepository {
  /** What operators watch. Costs the database the same however much there is. */
  figures(): Promise<OperationsFigures>
  /** Version of the newest migration that was applied, fourteen digits. */
  level(): Promise<string | null>
}

export const createOperationsRepository = (data: Pick<DataService, 'rpc'>): OperationsRepository => ({
  figures: () => data.rpc('operations_figures', {}, figuresSchema),
  level: () => data.rpc('database_level', {}, z.string().nullable()),
})
