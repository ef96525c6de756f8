import type { LeagueClock } from '@propsight/shared/domain'

/**
 * Current time for account events such as credit grants. Accounts use the wall clock, because sample and
 * replay leagues run on other days. Only a league clock that runs from a given instant (`at:…`) replaces the
 * wall clock.
 */
export const accountNow = (clock: LeagueClock, wall: () => Date = () => new Date()): Date =>
  clock.spec.startsWith('at:') ? clock.now() : wall()
