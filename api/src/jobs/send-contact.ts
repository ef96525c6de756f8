import type { Job } from './job.ts'

/** Sends what was written in Contact Us and is not sent yet. */
export const sendContact: Job = {
  name: 'send-contact',
  cron: '* * * * *',
  expireInSeconds: 50,
  async run() {},
}
