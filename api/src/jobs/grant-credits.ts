import type { Job } from './jobs.ts'
import type { LeagueClock } from '@propsight/shared/domain'

/**
 * Current time for account events such as credit grants. Accounts use the wall clock, because sample and
 * replay leagues run on other days. Only a league clock that runs from a given instant (`at:…`) replaces the
 * wall clock.
 */
export const accountNow = (clock: LeagueClock, wall: () => Date = () => new Date()): Date =>
  clock.spec.startsWith('at:') ? clock.now() : wall()

/** Users per transaction: few, so that charges of these users do not wait long for it. */
const USERS_AT_ONCE = 200

/** Grants every user the monthly credits of their plan, once per period (C1). */
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
