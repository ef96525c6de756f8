/** What clocks of a zone show at an instant, as if it were UTC; milliseconds. */
function wallClock(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/**
 * When clocks of a zone west of Greenwich show a time. Of a time that they show twice it is the first; one that they leave
 * out counts as an hour earlier.
 * @param date `YYYY-MM-DD`
 * @param time 24 h `HH:MM`
 * @param timeZone IANA name
 */
export function zonedInstant(date: string, time: string, timeZone: string): Date {
  const shown = Date.parse(`${date}T${time}:00Z`)
  const offsetAt = (instant: number) => wallClock(instant, timeZone) - instant
  // The offset of about that time, and then the one of the instant that it leads to.
  const about = shown - offsetAt(shown)
  return new Date(shown - offsetAt(about))
}

/** The time of day in a zone as people there write it: '7:10 PM'. */
export const timeOfDay = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(instant)
    // Some releases of ICU put a narrow no-break space there.
    .replace(/\s/g, ' ')
