import { accountNow } from '../services/accounts/account-time.ts'
import type { Job } from './job.ts'

/** Users of one transaction: few enough that nobody's charge waits long for it. */
const USERS_AT_ONCE = 200

/** Gives every user the month's credits of their plan, once per period. */
export const grantCredits: Job = {
  name: 'grant-credits',
  cron: '*/10 * * * *',
  expireInSeconds: 300,
  async run({ repositories, log, clock }) {
    const now = accountNow(clock)
    let granted = 0
    for (;;) {
      const settled = await repositories.credits.grant(now, USERS_AT_ONCE)
      if (settled === 0) break
      granted += settled
    }
    if (granted > 0) log.info({ granted }, "the month's credits were given")
  },
}
