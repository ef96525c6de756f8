/** Local time of a zone at an instant, encoded as if it were UTC, in milliseconds. */
export function wallClock(instant: number, timeZone: string): number {
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
  const partOf = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(
    partOf('year'),
    partOf('month') - 1,
    partOf('day'),
    partOf('hour'),
    partOf('minute'),
    partOf('second'),
  )
}

/**
 * Converts a local time of a zone west of Greenwich to an instant. A time that occurs twice, at the end of
 * daylight saving, gives the first instant. A time that is skipped counts as one hour earlier.
 * @param date `YYYY-MM-DD`
 * @param time 24 h `HH:MM`
 * @param timeZone IANA name
 */
export function zonedInstant(date: string, time: string, timeZone: string): Date {
  const shown = Date.parse(`${date}T${time}:00Z`)
  const offsetAt = (instant: number) => wallClock(instant, timeZone) - instant
  // The offset near that time gives a first approximation; the offset at that instant is exact.
  const about = shown - offsetAt(shown)
  return new Date(shown - offsetAt(about))
}

/** The local time of day in a zone in US format: '7:10 PM'. */
export const timeOfDay = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(instant)
    // Some releases of ICU use a narrow no-break space.
    .replace(/\s/g, ' ')
