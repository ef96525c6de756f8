import { expect, it } from 'vitest'
import { EMAIL_CHANGE_DAYS, emailChangeDaysLeft } from './change-email.ts'

const LAST = '2026-07-01T12:00:00Z'

it.each([
  ['2026-07-01T12:00:00Z', 30],
  ['2026-07-01T12:00:01Z', 30],
  ['2026-07-13T12:00:00Z', 18],
  ['2026-07-31T11:59:59Z', 1],
  ['2026-07-31T12:00:00Z', 0],
  ['2027-01-01T00:00:00Z', 0],
  // The client's clock is behind the server's.
  ['2026-06-30T12:00:00Z', 30],
])('A12 at %s the next e-mail change is possible in %d days', (now, days) => {
  expect(emailChangeDaysLeft(LAST, new Date(now))).toBe(days)
})

it('A12 the first e-mail change is possible at once', () => {
  expect(EMAIL_CHANGE_DAYS).toBe(30)
  expect(emailChangeDaysLeft(null, new Date(LAST))).toBe(0)
})
