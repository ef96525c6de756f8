import { describe, expect, it } from 'vitest'
import { isExpiring, timeLeft } from './pick-text.ts'

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
})
