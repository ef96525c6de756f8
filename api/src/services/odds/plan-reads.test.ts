import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseDueReads, endOfLeagueDay, type PlannedEvent } from './plan-reads.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = Date.parse('2026-07-18T16:00:00Z')
const dayEnd = Date.parse('2026-07-19T04:00:00Z')
const COST = 28
const event = (startsInMs: number, lastReadMs: number | null, id = 'a'): PlannedEvent => ({
  id,
  startsAt: now + startsInMs,
  attemptedAt: lastReadMs === null ? null : now - lastReadMs,
  cost: COST,
})
const due = (events: PlannedEvent[], credits = 1_000_000) => chooseDueReads({ now, dayEnd, events, credits })

describe('chooseDueReads', () => {
  it.each([
    ['30 hours', 30 * HOUR, 2 * HOUR],
    ['7 hours', 7 * HOUR, 2 * HOUR],
    ['5 hours', 5 * HOUR, 30 * MINUTE],
    ['80 minutes', 80 * MINUTE, 5 * MINUTE],
    ['15 minutes', 15 * MINUTE, MINUTE],
  ])('reads a game that starts in %s at its interval', (_, startsIn, interval) => {
    expect(due([event(startsIn, interval)])).toEqual(['a'])
    expect(due([event(startsIn, interval - 30_000)])).toEqual([])
    expect(due([event(startsIn, null)])).toEqual(['a'])
  })
  it('reads no game after the first pitch, and none beyond 36 hours', () => {
    expect(due([event(0, null), event(-MINUTE, null), event(37 * HOUR, null)])).toEqual([])
  })
  it('starts with the earliest first pitch, and ends with the credits', () => {
    const games = [event(3 * MINUTE, null, 'later'), event(2 * MINUTE, null, 'sooner')]
    expect(due(games, 2 * COST)).toEqual(['sooner', 'later'])
    expect(due(games, COST)).toEqual(['sooner'])
    expect(due(games, COST - 1)).toEqual([])
  })
  it('counts the credits of each sport, and reads a cheaper game with what a dearer one leaves', () => {
    const dear = { ...event(2 * MINUTE, null, 'dear'), cost: 29 }
    const cheap = { ...event(3 * MINUTE, null, 'cheap'), cost: 23 }
    expect(due([dear, cheap], 52)).toEqual(['dear', 'cheap'])
    expect(due([dear, cheap], 51)).toEqual(['dear'])
    expect(due([dear, cheap], 28)).toEqual(['cheap'])
  })
  it('keeps scarce credits for the last minutes before the first pitch', () => {
    const scarce = 3 * COST
    expect(due([event(5 * HOUR, null)], scarce)).toEqual([])
    expect(due([event(19 * MINUTE, null)], scarce)).toEqual(['a'])
  })

  /** Runs the job each minute from noon to midnight, Eastern. */
  const simulate = (starts: readonly number[], budget: number) => {
    const reads = starts.map((): number[] => [])
    let credits = budget
    for (let time = now; time < dayEnd; time += MINUTE) {
      const events = starts.map((start, index) => ({
        id: String(index),
        startsAt: now + start,
        attemptedAt: reads[index]?.at(-1) ?? null,
        cost: COST,
      }))
      for (const id of chooseDueReads({ now: time, dayEnd, events, credits })) {
        reads[Number(id)]?.push(time)
        credits -= COST
      }
    }
    return { credits, reads }
  }
  const evening = Array.from({ length: 15 }, (_, game) => 6 * HOUR + game * 15 * MINUTE)

  it('reads each game of an evening in its last minute, given enough credits', () => {
    const { reads } = simulate(evening, 1_000_000)
    for (const [game, times] of reads.entries()) {
      expect(now + (evening[game] ?? 0) - (times.at(-1) ?? 0)).toBeLessThanOrEqual(MINUTE)
      expect(times.length).toBeGreaterThan(40)
    }
  })
  it.each([600, 3_000])(
    'reads each game of an evening shortly before the first pitch, given %i credits',
    (budget) => {
      const { reads, credits } = simulate(evening, budget)
      expect(credits).toBeGreaterThanOrEqual(0)
      for (const [game, times] of reads.entries()) {
        expect(now + (evening[game] ?? 0) - (times.at(-1) ?? 0)).toBeLessThanOrEqual(20 * MINUTE)
      }
    },
  )
  it('never spends more than the credits', () => {
    const starts = fc.array(fc.integer({ min: 1, max: 12 * 60 }), { maxLength: 16 })
    fc.assert(
      fc.property(starts, fc.integer({ min: 0, max: 5_000 }), (minutes, budget) => {
        expect(
          simulate(
            minutes.map((minute) => minute * MINUTE),
            budget,
          ).credits,
        ).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 15 },
    )
  })
})

describe('endOfLeagueDay', () => {
  it('is the next midnight in US Eastern time, in summer and in winter', () => {
    expect(new Date(endOfLeagueDay(new Date('2026-07-18T16:00:00Z'))).toISOString()).toBe(
      '2026-07-19T04:00:00.000Z',
    )
    expect(new Date(endOfLeagueDay(new Date('2026-07-19T03:59:59Z'))).toISOString()).toBe(
      '2026-07-19T04:00:00.000Z',
    )
    expect(new Date(endOfLeagueDay(new Date('2026-03-01T05:00:00Z'))).toISOString()).toBe(
      '2026-03-02T05:00:00.000Z',
    )
  })
})
