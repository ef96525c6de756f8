import type { Job } from './jobs.ts'

/** No further accounts are begun later, so that the last call ends before the run expires. */
const LAST_ARCHIVE_MS = 3_000_000

/**
 * Moves ledger, runs, parlays and track record of earlier months into the archive. Each call is a transaction, so a run
 * that ends early is continued by the next one.
 */
export const archiveHistory: Job = {
  name: 'archive-history',
  cron: '41 * * * *',
  expireInSeconds: 3_300,
  async run({ env, repositories, log }) {
    const end = Date.now() + LAST_ARCHIVE_MS
    let moved = 0
    let after: number | null = 0
    while (after !== null && Date.now() < end) {
      const call = await repositories.operations.archiveHistory(
        env.HISTORY_MONTHS,
        env.HISTORY_ACCOUNTS,
        after,
      )
      moved += call.moved
      after = call.next
    }
    if (moved > 0) log.info({ moved }, 'rows of earlier months were archived')
  },
}
