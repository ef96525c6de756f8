import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { easternDate, parseLeagueClock, sampleShiftDays } from './league-clock.ts'

describe('league clock', () => {
  it('keeps the sample league inside a season on every day, on the same weekday', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2025-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (wall) => {
          const shift = sampleShiftDays(wall)
          const day = easternDate(new Date(wall.getTime() + shift * 86_400_000))
          expect(day.slice(5) >= '06-03' && day.slice(5) <= '09-01').toBe(true)
          expect(Math.abs(shift % 7)).toBe(0)
          expect(shift).toBeLessThanOrEqual(0)
        },
      ),
    )
  })
  it('does not advance when frozen, and has its day in Eastern time', () => {
    const frozen = parseLeagueClock('frozen:2019-07-15T03:00:00Z')
    expect(frozen.today()).toBe('2019-07-14')
    expect(frozen.season()).toBe(2019)
    expect(frozen.now()).toEqual(frozen.now())
  })
  it('advances from the instant in its text', () => {
    let wall = 1_000
    const running = parseLeagueClock('at:2026-07-01T16:00:00Z', () => new Date(wall))
    wall += 60_000
    expect(running.now().toISOString()).toBe('2026-07-01T16:01:00.000Z')
  })
  it('names an invalid clock text in its error', () => {
    for (const bad of ['', 'frozen', 'frozen:soon', 'later:2019-01-01']) {
      expect(() => parseLeagueClock(bad)).toThrow(bad)
    }
  })
})
