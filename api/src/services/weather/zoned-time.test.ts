import { describe, expect, it } from 'vitest'
import { timeOfDay, zonedInstant } from './zoned-time.ts'

const PHOENIX = 'America/Phoenix'
const DENVER = 'America/Denver'
const INDIANAPOLIS = 'America/Indiana/Indianapolis'
const NEW_YORK = 'America/New_York'

describe('timeOfDay', () => {
  it.each([
    ['Arizona in summer, without daylight saving', '2026-07-15T19:10:00-07:00', PHOENIX, '7:10 PM'],
    ['Arizona in winter', '2026-01-15T19:10:00-07:00', PHOENIX, '7:10 PM'],
    ['Denver in summer, an hour ahead of Arizona', '2026-07-15T19:10:00-07:00', DENVER, '8:10 PM'],
    ['Indianapolis in summer, on Eastern time', '2026-09-13T17:00:00Z', INDIANAPOLIS, '1:00 PM'],
    ['Indianapolis in winter', '2026-12-13T18:00:00Z', INDIANAPOLIS, '1:00 PM'],
    ['a time after midnight UTC', '2026-07-16T02:10:00Z', 'America/Los_Angeles', '7:10 PM'],
    ['noon', '2026-07-15T16:00:00Z', NEW_YORK, '12:00 PM'],
    ['the hour before clocks go back', '2026-11-01T05:30:00Z', NEW_YORK, '1:30 AM'],
    ['the hour after clocks go back', '2026-11-01T06:30:00Z', NEW_YORK, '1:30 AM'],
    ['the first minute of summer time', '2026-03-08T07:00:00Z', NEW_YORK, '3:00 AM'],
  ])('W3 formats %s in the zone of the stadium', (_, instant, zone, text) => {
    expect(timeOfDay(new Date(instant), zone)).toBe(text)
  })
})

describe('zonedInstant', () => {
  it.each([
    ['2026-07-15', '19:10', PHOENIX, '2026-07-16T02:10:00.000Z'],
    ['2026-01-15', '19:10', PHOENIX, '2026-01-16T02:10:00.000Z'],
    ['2026-07-15', '19:10', DENVER, '2026-07-16T01:10:00.000Z'],
    ['2026-09-13', '13:00', INDIANAPOLIS, '2026-09-13T17:00:00.000Z'],
    ['2026-12-13', '13:00', INDIANAPOLIS, '2026-12-13T18:00:00.000Z'],
    // On these Sundays, summer time ends and begins at two in the morning.
    ['2026-11-01', '13:00', NEW_YORK, '2026-11-01T18:00:00.000Z'],
    ['2026-10-31', '23:30', NEW_YORK, '2026-11-01T03:30:00.000Z'],
    ['2026-11-01', '00:30', NEW_YORK, '2026-11-01T04:30:00.000Z'],
    ['2026-11-01', '01:30', NEW_YORK, '2026-11-01T05:30:00.000Z'],
    ['2026-03-08', '13:00', NEW_YORK, '2026-03-08T17:00:00.000Z'],
    ['2026-03-08', '01:30', NEW_YORK, '2026-03-08T06:30:00.000Z'],
    ['2026-03-08', '02:30', NEW_YORK, '2026-03-08T06:30:00.000Z'],
  ])('converts %s %s in %s', (date, time, zone, instant) => {
    expect(zonedInstant(date, time, zone).toISOString()).toBe(instant)
  })
})
