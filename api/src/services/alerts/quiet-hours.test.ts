import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secondsOfQuiet } from './deliver-alerts.ts'

const NIGHT = { from: 22 * 60, to: 7 * 60 + 30, timeZone: 'America/New_York' }
const hours = (count: number) => count * 3_600

/** Minute of the day on a wall clock in a zone. */
function minuteIn(timeZone: string, instant: Date): number {
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(instant)
    .split(':')
    .map(Number)
  return hour * 60 + minute
}

describe('secondsOfQuiet', () => {
  it.each([
    ['before the quiet hours', '2026-07-18T01:59:00Z', 0],
    ['at their first minute', '2026-07-18T02:00:00Z', hours(9.5)],
    ['after midnight', '2026-07-18T05:00:00Z', hours(6.5)],
    ['a second before their end', '2026-07-18T11:29:59Z', 1],
    ['at their end', '2026-07-18T11:30:00Z', 0],
  ])('is the time until the end of a summer night: %s', (_when, now, seconds) => {
    expect(secondsOfQuiet(NIGHT, new Date(now))).toBe(seconds)
  })

  it('ends at the local time on the night on which clocks go forward', () => {
    // 10 PM EST on March 7, 2026 until 7:30 AM EDT: one hour less than by the clock.
    expect(secondsOfQuiet(NIGHT, new Date('2026-03-08T03:00:00Z'))).toBe(hours(8.5))
  })

  it('ends at the local time on the night on which clocks go back', () => {
    // 10 PM EDT on October 31, 2026 until 7:30 AM EST.
    expect(secondsOfQuiet(NIGHT, new Date('2026-11-01T02:00:00Z'))).toBe(hours(10.5))
  })

  it('covers hours of one day, in zones with half an hour', () => {
    const noon = { from: 12 * 60, to: 13 * 60, timeZone: 'Asia/Kolkata' }
    expect(secondsOfQuiet(noon, new Date('2026-07-18T06:45:00Z'))).toBe(45 * 60)
    expect(secondsOfQuiet(noon, new Date('2026-07-18T07:30:00Z'))).toBe(0)
  })

  it('counts an unknown zone as UTC, and equal ends as no quiet hours', () => {
    const now = new Date('2026-07-18T23:00:00Z')
    expect(secondsOfQuiet({ ...NIGHT, timeZone: 'Nowhere/Land' }, now)).toBe(hours(8.5))
    expect(secondsOfQuiet({ from: 600, to: 600, timeZone: 'UTC' }, now)).toBe(0)
  })

  it('ends at the local minute that the user chose, in every zone and season', () => {
    const minute = fc.integer({ min: 0, max: 1_439 })
    const zone = fc.constantFrom(
      'America/New_York',
      'Europe/London',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
      'UTC',
    )
    // Days without a change of clocks: a skipped minute has no instant.
    const day = fc.constantFrom('2026-01-15', '2026-07-15', '2026-12-01')
    fc.assert(
      fc.property(minute, minute, zone, day, minute, (from, to, timeZone, date, at) => {
        const now = new Date(Date.parse(`${date}T00:00:00Z`) + at * 60_000)
        const seconds = secondsOfQuiet({ from, to, timeZone }, now)
        if (seconds === 0) return
        expect(minuteIn(timeZone, new Date(now.getTime() + seconds * 1000))).toBe(to)
        expect(seconds).toBeLessThanOrEqual(hours(24))
      }),
    )
  })
})
