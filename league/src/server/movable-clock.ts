import { easternDate, type LeagueClock } from '@propsight/shared/domain'

/** A clock that a test can set: it runs on, or stands still, as the one below it does. */
export interface MovableClock extends LeagueClock {
  moveTo(instant: Date): void
}

/** Makes a clock movable. It tells the same until it is moved. */
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
