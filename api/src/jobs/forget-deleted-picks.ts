import type { Job } from './job.ts'

/** Forgets which picks were deleted once no device's list can bring them back. */
export const forgetDeletedPicks: Job = {
  name: 'forget-deleted-picks',
  cron: '47 * * * *',
  expireInSeconds: 60,
  async run({ repositories, log }) {
    const gone = await repositories.picks.forgetDeleted()
    if (gone > 0) log.info({ gone }, 'marks of deleted picks were removed')
  },
}
