import * as z from 'zod'
import { type DataService, nothing } from './data-service.ts'

const figuresSchema = z.object({
  /** Number of runs whose credits are held; `heldCredits` is the sum of their credits. */
  held: z.int(),
  heldCredits: z.int(),
  /** Holds that expired more than five minutes ago and that the sweeper should have released. */
  overdueHolds: z.int(),
  /** Accounts of the 500 newest ledger entries whose balance is not the sum of their entries. */
  unbalanced: z.int(),
  openLegs: z.int(),
  /** League day of the oldest unsettled line, `2026-07-18`; null when all are settled. */
  oldestOpenLegDay: z.iso.date().nullable(),
  pendingParlays: z.int(),
  /** Messages of the contact form whose mail is overdue. */
  dueMessages: z.int(),
  releases: z.int(),
  releaseBytes: z.number(),
  databaseBytes: z.number(),
  /** Time of the last `npm run backup -- --hosted`; null without one. */
  lastBackupAt: z.iso.datetime({ offset: true }).nullable(),
})
export type OperationsFigures = z.infer<typeof figuresSchema>

export interface OperationsRepository {
  /** Figures for monitoring. The cost of the query does not depend on the amount of data. */
  figures(): Promise<OperationsFigures>
  /** Schema version: the newest applied migration, fourteen digits; null without migrations. */
  level(): Promise<string | null>
  /**
   * Moves rows that are older than `months` months into the archive: those of up to `accounts` accounts, all or none.
   * @param after `next` of the call before; 0 for the first one
   * @returns `next` is null when no older rows are left
   */
  archiveHistory(
    months: number,
    accounts: number,
    after: number,
  ): Promise<{ moved: number; next: number | null }>
  /** @throws HttpError 503 if the database cannot write to its disk */
  probeStorage(): Promise<void>
}

export const createOperationsRepository = (data: Pick<DataService, 'rpc'>): OperationsRepository => ({
  figures: () => data.rpc('operations_figures', {}, figuresSchema),
  level: () => data.rpc('database_level', {}, z.string().nullable()),
  archiveHistory: (months, accounts, after) =>
    data.rpc(
      'archive_history',
      { p_months: months, p_accounts: accounts, p_after: after },
      z.object({ moved: z.int(), next: z.int().nullable() }),
    ),
  probeStorage: async () => {
    await data.rpc('probe_storage', {}, nothing)
  },
})
