const DAY_MS = 86_400_000
/** 13 weeks. Sample time is shifted by whole weeks, so that weekdays stay the same. */
const SAMPLE_BLOCK_DAYS = 91

/**
 * Current time of the league. Sample and replay leagues have another date than the wall clock, because the sample league
 * would have no games in winter. Expiry of picks, sessions, holds and codes follows the wall clock.
 */
export interface LeagueClock {
  /** The text given to `parseLeagueClock`, for passing the clock to another process. */
  readonly spec: string
  now(): Date
  /** The day in US Eastern time, `YYYY-MM-DD`. */
  today(): string
  /** The US Eastern year: the season in requests to the services (N10). */
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
 * Days to add to the wall clock so that the sample league is always in the middle of a season. The result is
 * zero or negative and a multiple of 91, which keeps weekdays. The shifted date is between June 3 and
 * September 1.
 */
export function sampleShiftDays(wall: Date): number {
  for (let shift = 0; shift > -366; shift -= SAMPLE_BLOCK_DAYS) {
    const monthDay = easternDate(new Date(wall.getTime() + shift * DAY_MS)).slice(5)
    if (monthDay >= '06-03' && monthDay <= '09-01') return shift
  }
  // Unreachable: five consecutive steps of 91 days cannot all miss a window of 91 days. The type needs a
  // return.
  return 0
}

const clock = (spec: string, now: () => Date): LeagueClock => ({
  spec,
  now,
  today: () => easternDate(now()),
  season: () => Number(easternDate(now()).slice(0, 4)),
})

/**
 * Parses a clock: `real` (the wall clock), `sample` (the wall clock shifted into a running season),
 * `frozen:<ISO instant>` (does not advance; used by replay) or `at:<ISO instant>` (advances from there; used
 * by tests).
 * @param wall the wall clock
 * @throws RangeError with the text, where it has none of these forms
 */
export function parseLeagueClock(spec: string, wall: () => Date = () => new Date()): LeagueClock {
  if (spec === 'real') return clock(spec, wall)
  if (spec === 'sample') {
    return clock(spec, () => {
      const instant = wall()
      return new Date(instant.getTime() + sampleShiftDays(instant) * DAY_MS)
    })
  }
  const separator = spec.indexOf(':')
  const mode = spec.slice(0, separator)
  const iso = spec.slice(separator + 1)
  const start = Date.parse(iso)
  if (Number.isNaN(start) || (mode !== 'frozen' && mode !== 'at')) {
    throw new RangeError(`league clock '${spec}' is none of real, sample, frozen:<instant>, at:<instant>`)
  }
  if (mode === 'frozen') return clock(spec, () => new Date(start))
  const startedAt = wall().getTime()
  return clock(spec, () => new Date(start + wall().getTime() - startedAt))
}
