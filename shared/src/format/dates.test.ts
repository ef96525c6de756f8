import { describe, expect, it } from 'vitest'
import { ageText, leagueDayText, shortDayText } from './dates.ts'

const NOW = Date.parse('2026-07-18T16:00:00Z')

describe('dates and ages', () => {
  it.each([
    ['2026-07-18T16:00:30Z', 'just now'],
    ['2026-07-18T15:59:01Z', 'just now'],
    ['2026-07-18T15:48:00Z', '12 min ago'],
    ['2026-07-18T12:01:00Z', '3 h ago'],
    ['2026-07-17T15:59:00Z', null],
    ['2026-07-18T16:02:00Z', null],
    ['yesterday', null],
  ])('shows the age of data read at %s as %s', (iso, text) => expect(ageText(iso, NOW)).toBe(text))

  it('shows a league day in every time zone as the same day', () => {
    expect([leagueDayText('2026-07-18'), shortDayText('2026-07-01')]).toEqual(['Saturday, July 18', 'Jul 1'])
  })
})
