import type { Job } from './jobs.ts'

/**
 * Deletes what is kept of closed accounts, ended exclusions and unused reservations after its retention
 * period.
 */
export const forgetLeavers: Job = {
  name: 'forget-leavers',
  cron: '37 4 * * *',
  expireInSeconds: 60,
  async run({ repositories, log }) {
    const gone = await repositories.rights.forgetLeavers()
    if (gone > 0) log.info({ gone }, 'rows about people who left were removed')
  },
}
