import { describe, expect, it } from 'vitest'
import { timeText } from '../../components/format.ts'
import { expiryText } from './codes.tsx'

const row = (expires_at: string | null) => ({
  code: 'A',
  uses_count: 0,
  max_uses: 1,
  reserved: 0,
  expires_at,
  notes: null,
  created_at: '2026-07-01T12:00:00Z',
})

describe('the expiry of a code', () => {
  it('is shown with its time', () => {
    const expiry = '2026-08-01T19:05:00Z'
    expect(expiryText(row(expiry))).toBe(`expires ${timeText(expiry)}`)
    expect(expiryText(row(expiry))).toMatch(/, 2026, \d{1,2}:05 [AP]M$/)
  })

  it('is named when there is none', () => {
    expect(expiryText(row(null))).toBe('no expiry')
  })
})
