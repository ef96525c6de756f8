import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ageText,
  clockText,
  dateText,
  longDateText,
  momentText,
  recentText,
  weekdayClockText,
  zoneText,
} from './dates.ts'

const NEW_YORK = 'America/New_York'
const BERLIN = 'Europe/Berlin'
const AUCKLAND = 'Pacific/Auckland'

/** Saturday night in New York, Sunday in Berlin and Auckland. */
const FIRST_PITCH = '2026-07-18T23:10:00Z'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('times in the time zone of the user', () => {
  it.each([
    [NEW_YORK, '7:10 PM', 'Jul 18, 2026', 'July 18, 2026', 'Sat 7:10 PM', 'EDT'],
    [BERLIN, '1:10 AM', 'Jul 19, 2026', 'July 19, 2026', 'Sun 1:10 AM', 'GMT+2'],
    [AUCKLAND, '11:10 AM', 'Jul 19, 2026', 'July 19, 2026', 'Sun 11:10 AM', 'GMT+12'],
  ])('shows a first pitch in %s as %s of %s', (timeZone, clock, date, longDate, weekdayClock, zone) => {
    expect(clockText(FIRST_PITCH, timeZone)).toBe(clock)
    expect(clockText(Date.parse(FIRST_PITCH), timeZone)).toBe(clock)
    expect(dateText(FIRST_PITCH, timeZone)).toBe(date)
    expect(longDateText(FIRST_PITCH, timeZone)).toBe(longDate)
    expect(momentText(FIRST_PITCH, timeZone)).toBe(`${date}, ${clock}`)
    expect(weekdayClockText(FIRST_PITCH, timeZone)).toBe(weekdayClock)
    expect(zoneText([FIRST_PITCH], timeZone)).toBe(zone)
  })

  it.each([
    [NEW_YORK, '2026-03-08T06:59:00Z', ['1:59 AM', '3:00 AM'], ['EST', 'EDT']],
    [NEW_YORK, '2026-11-01T05:59:00Z', ['1:59 AM', '1:00 AM'], ['EDT', 'EST']],
    [BERLIN, '2026-03-29T00:59:00Z', ['1:59 AM', '3:00 AM'], ['GMT+1', 'GMT+2']],
    [BERLIN, '2026-10-25T00:59:00Z', ['2:59 AM', '2:00 AM'], ['GMT+2', 'GMT+1']],
    [AUCKLAND, '2026-04-04T13:59:00Z', ['2:59 AM', '2:00 AM'], ['GMT+13', 'GMT+12']],
    [AUCKLAND, '2026-09-26T13:59:00Z', ['1:59 AM', '3:00 AM'], ['GMT+12', 'GMT+13']],
  ])('follows the change of the clock in %s after %s', (timeZone, last, clocks, zones) => {
    const instants = [Date.parse(last), Date.parse(last) + 60_000]
    expect(instants.map((instant) => clockText(instant, timeZone))).toEqual(clocks)
    expect(instants.map((instant) => zoneText([instant], timeZone))).toEqual(zones)
    expect(zoneText(instants, timeZone)).toBe(zones.join('/'))
  })

  it.each([
    [NEW_YORK, '7:10 PM'],
    [BERLIN, 'Jul 19, 1:10 AM'],
    [AUCKLAND, '11:10 AM'],
  ])('adds the day in %s only if it is another day there than now: %s', (timeZone, text) => {
    const now = { [NEW_YORK]: '2026-07-18T12:00:00Z', [BERLIN]: '2026-07-18T21:00:00Z' }[timeZone]
    expect(recentText(FIRST_PITCH, Date.parse(now ?? '2026-07-18T13:00:00Z'), timeZone)).toBe(text)
  })

  it('shows nothing for a missing or invalid time, and names the zone of the current time', () => {
    const texts = [clockText, dateText, longDateText, momentText, weekdayClockText]
    expect(texts.flatMap((text) => [text(null), text('Fri 7:10 PM')])).toEqual(texts.flatMap(() => ['', '']))
    expect(zoneText([null, 'Fri 7:10 PM'], NEW_YORK)).toBe(zoneText([Date.now()], NEW_YORK))
    expect(zoneText([null, FIRST_PITCH], NEW_YORK)).toBe('EDT')
  })
})

describe('league days and ages', () => {
  it.each([
    ['2026-07-18T16:00:30Z', 'just now'],
    ['2026-07-18T15:59:01Z', 'just now'],
    ['2026-07-18T15:48:00Z', '12 min ago'],
    ['2026-07-18T12:01:00Z', '3 h ago'],
    ['2026-07-17T15:59:00Z', null],
    ['2026-07-18T16:02:00Z', null],
    ['yesterday', null],
  ])('shows the age of data read at %s as %s', (iso, text) =>
    expect(ageText(iso, Date.parse('2026-07-18T16:00:00Z'))).toBe(text),
  )

  it.each([NEW_YORK, BERLIN, AUCKLAND])(
    'shows a league day to a user in %s as the same day',
    async (zone) => {
      vi.stubEnv('TZ', zone)
      // The formatters of the imported module may have been created in another zone.
      vi.resetModules()
      const texts: typeof import('./dates.ts') = await import('./dates.ts')
      expect(texts.clockText(FIRST_PITCH)).toBe(clockText(FIRST_PITCH, zone))
      expect(texts.leagueDayText('2026-07-18')).toBe('Saturday, July 18')
      expect(texts.longDayText('2026-07-18')).toBe('July 18, 2026')
      expect(texts.shortDayText('2026-07-01')).toBe('Jul 1')
    },
  )
})
