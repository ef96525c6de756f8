import type { LeagueClock } from '@propsight/shared/domain'

/**
 * Now, for what happens to accounts. They are made by the wall clock whatever day the league plays on (sample and
 * replay leagues live on other days); only a clock that was set to run from an instant moves them too.
 */
export const accountNow = (clock: LeagueClock, wall: () => Date = () => new Date()): Date =>
  clock.spec.startsWith('at:') ? clock.now() : wall()
