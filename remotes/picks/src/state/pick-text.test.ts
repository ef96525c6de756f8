import { describe, expect, it } from 'vitest'
import { isExpiring, remainingShare, timeLeft } from './pick-text.ts'

const NOW = Date.parse('2026-07-18T18:00:00Z')
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

describe('the remaining time of a pick', () => {
  it.each([
    [1_560, '1d 2h left', false],
    [1_200, '20h 00m left', false],
    [121, '2h 01m left', false],
    [120, '2h 00m left', true],
    [12, '12m left', true],
    [0.2, '1m left', true],
    [0, 'expired', false],
    [-5, 'expired', false],
  ])('P3, P7 at %d minutes is shown as %s', (minutes, text, soon) => {
    expect(timeLeft(inMinutes(minutes), NOW)).toBe(text)
    expect(isExpiring(inMinutes(minutes), NOW)).toBe(soon)
  })

  it('is drawn as a share of its lifetime', () => {
    const at = (created: number, expires: number) =>
      remainingShare({ created_at: inMinutes(created), expires_at: inMinutes(expires) }, NOW)
    expect([at(0, 1_200), at(-600, 600), at(-1_200, 0), at(-1_300, -100), at(5, 5)]).toEqual([
      1, 0.5, 0, 0, 0,
    ])
  })
})
