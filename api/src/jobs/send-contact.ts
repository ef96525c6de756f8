import { CONTACT_LEASE_SECONDS, deliver } from '../services/operations/contact.ts'
import type { Job } from './jobs.ts'

/** Retention of sent messages, as stated in the Privacy Policy. */
const KEPT_DAYS = 365
/** No new attempt starts later, so that the last one ends before the run expires. */
const BEGIN_WITHIN_MS = 30_000

/** Sends the unsent messages of the contact form, and deletes messages that were sent long ago. */
export const sendContact: Job = {
  name: 'send-contact',
  cron: '* * * * *',
  expireInSeconds: 50,
  async run({ env, repositories, log }) {
    await repositories.contact.forget(KEPT_DAYS)
    if (env.SMTP_URL === undefined) return
    const end = Date.now() + BEGIN_WITHIN_MS
    let sent = 0
    while (Date.now() < end) {
      const due = await repositories.contact.claim(CONTACT_LEASE_SECONDS)
      // After a failure, the other messages wait for the next run, in a minute.
      if (!due || !(await deliver({ env, repositories, log }, due))) break
      sent += 1
    }
    if (sent > 0) log.info({ sent }, 'messages that waited were sent')
  },
}
