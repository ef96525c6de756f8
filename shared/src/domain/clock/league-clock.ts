const DAY_MS = 86_400_000
/** 13 weeks: sample time jumps by whole weeks, so that weekdays stay what they are. */
const SAMPLE_BLOCK_DAYS = 91

/** The league's own idea of now. Sample and replay leagues live on other days than the wall clock. */
export interface LeagueClock {
  /** As given to `parseLeagueClock`, to hand on to another process. */
  readonly spec: string
  now(): Date
  /** The day in US Eastern time, `YYYY-MM-DD`. */
  today(): string
  /** The US Eastern year: the season that the services mean (2 §9). */
  season(): number
}

const easternDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The calendar day of an instant in US Eastern time, `YYYY-MM-DD`. */
export const easternDate = (instant: Date): string => easternDay.format(instant)

/**
 * Days to add to the wall clock so that the sample league is always in the middle of a season: a multiple of 91
 * (weekdays stay), zero or negative, landing between June 3 and September 1.
 */
export function sampleShiftDays(wall: Date): number {
  for (let shift = 0; shift > -366; shift -= SAMPLE_BLOCK_DAYS) {
    const monthDay = easternDate(new Date(wall.getTime() + shift * DAY_MS)).slice(5)
    if (monthDay >= '06-03' && monthDay <= '09-01') return shift
  }
  // Unreachable: five consecutive 91-day steps cannot all miss a window of 91 days; kept total for the type.
  return 0
}

const clock = (spec: string, now: () => Date): LeagueClock => ({
  spec,
  now,
  today: () => easternDate(now()),
  season: () => Number(easternDate(now()).slice(0, 4)),
})

/**
 * A clock from its textual form:
 * `real` (the wall clock), `sample` (the wall clock moved into a running season),
 * `frozen:<ISO instant>` (stands still; replay), `at:<ISO instant>` (runs on from there; tests).
 * @throws RangeError naming the text that could not be read
 */
export function parseLeagueClock(spec: string, wall: () => Date = () => new Date()): LeagueClock {
  if (spec === 'real') return clock(spec, wall)
  if (spec === 'sample') {
    return clock(spec, () => {
      const instant = wall()
      return new Date(instant.getTime() + sampleShiftDays(instant) * DAY_MS)
    })
  }
  const [mode, iso] = [spec.slice(0, spec.indexOf(':')), spec.slice(spec.indexOf(':') + 1)]
  const start = Date.parse(iso)
  if (Number.isNaN(start) || (mode !== 'frozen' && mode !== 'at')) {
    throw new RangeError(`league clock '${spec}' is none of real, sample, frozen:<instant>, at:<instant>`)
  }
  if (mode === 'frozen') return clock(spec, () => new Date(start))
  const begun = wall().getTime()
  return clock(spec, () => new Date(start + wall().getTime() - begun))
}
