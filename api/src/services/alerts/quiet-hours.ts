import { wallClock } from '../weather/zoned-time.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export interface QuietHours {
  /** First quiet minute of the day, 0 to 1439. */
  readonly from: number
  /** First minute after the quiet hours. An earlier one than `from` is on the next day; an equal one means none. */
  readonly to: number
  /** IANA name; an unknown zone counts as UTC. */
  readonly timeZone: string
}

const isZone = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
  } catch {
    return false
  }
}

/**
 * Returns how long the quiet hours last from now on, in whole seconds; 0 outside of them. On days on which clocks
 * change, the end is at its local time; an end that is skipped is the instant of the change or within an hour of it.
 */
export function secondsOfQuiet({ from, to, timeZone }: QuietHours, now: Date): number {
  const zone = isZone(timeZone) ? timeZone : 'UTC'
  const local = wallClock(now.getTime(), zone)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  const minute = Math.floor((local - midnight) / MINUTE_MS)
  const isQuiet = from < to ? from <= minute && minute < to : from !== to && (minute >= from || minute < to)
  if (!isQuiet) return 0
  const end = midnight + to * MINUTE_MS + (to <= minute ? DAY_MS : 0)
  // `wallClock` has whole seconds.
  const begun = Math.floor(now.getTime() / 1000) * 1000
  const about = begun + end - local
  const exact = about + end - wallClock(about, zone)
  return Math.max(1, (exact - begun) / 1000)
}
