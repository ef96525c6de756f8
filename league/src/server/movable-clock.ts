import { easternDate, type LeagueClock } from '@propsight/shared/domain'

/** A clock that a test can set. It runs or is frozen like the clock that it wraps. */
export interface MovableClock extends LeagueClock {
  moveTo(instant: Date): void
}

/** Wraps a clock. Until the first `moveTo` it shows the same time. */
export function movableClock(clock: LeagueClock): MovableClock {
  let ahead = 0
  const now = () => new Date(clock.now().getTime() + ahead)
  return {
    spec: clock.spec,
    now,
    today: () => easternDate(now()),
    season: () => Number(easternDate(now()).slice(0, 4)),
    moveTo: (instant) => {
      ahead = instant.getTime() - clock.now().getTime()
    },
  }
}
