import type { Job } from './jobs.ts'

/** Deletes tombstones of picks so old that no device can restore the pick. */
export const forgetDeletedPicks: Job = {
  name: 'forget-deleted-picks',
  cron: '47 * * * *',
  expireInSeconds: 60,
  async run({ repositories, log }) {
    const gone = await repositories.picks.forgetDeleted()
    if (gone > 0) log.info({ gone }, 'marks of deleted picks were removed')
  },
}
