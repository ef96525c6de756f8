import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RACE, ROUNDS } from '../../../support/rounds.ts'
import { times } from '../two-instances.ts'
import { at, newGame, openOdds } from './odds-fixture.ts'

let first: Awaited<ReturnType<typeof openOdds>>
let second: Awaited<ReturnType<typeof openOdds>>
beforeAll(async () => {
  first = await openOdds()
  second = await openOdds()
})
afterAll(async () => {
  await first?.close()
  await second?.close()
})

let days = Math.floor(Math.random() * 1_000_000)
/** A day without reservations. */
const newDay = () => {
  days += 1
  return new Date(Date.UTC(2100, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)
}
const reservation = (day: string, credits = 3, limit = 10) => ({
  day,
  limit,
  credits,
  eventId: 'none',
  at: at('12:00'),
})

describe('credits of the odds service', () => {
  it.skipIf(process.env.SUPABASE_URL)(
    'are reserved up to the limit of the day by concurrent calls on separate connections',
    RACE,
    async () => {
      const sql = postgres(first.service.embedded?.databaseUrl ?? '', { max: 8 })
      for (let round = 0; round < ROUNDS; round += 1) {
        const day = newDay()
        const reserved = await Promise.all(
          times(12, async () => {
            const [row] = await sql`select public.reserve_odds_credits(${day}, 10, 3, 'none', now()) as done`
            return row?.done
          }),
        )
        expect(reserved.filter(Boolean)).toHaveLength(3)
      }
      await sql.end({ timeout: 2 })
    },
  )

  it('that a read did not use can be reserved again', async () => {
    const day = newDay()
    expect(await first.odds.reserve(reservation(day, 10))).toBe(true)
    expect(await first.odds.reserve(reservation(day, 1))).toBe(false)
    await first.odds.settle({ day, reserved: 10, spent: 4, remaining: 500, problem: null })
    expect(await first.odds.reserve(reservation(day, 7))).toBe(false)
    expect(await first.odds.reserve(reservation(day, 6))).toBe(true)
    expect(await first.odds.figures(day)).toMatchObject({ used: 10, remaining: 500 })
  })

  it('are not reserved beyond those that the service reports as left', async () => {
    const day = newDay()
    await first.odds.settle({ day, reserved: 0, spent: 0, remaining: 5, problem: null })
    expect(await first.odds.reserve(reservation(day, 6, 1_000))).toBe(false)
    expect(await first.odds.reserve(reservation(day, 4, 1_000))).toBe(true)
    expect(await first.odds.reserve(reservation(day, 2, 1_000))).toBe(false)
  })

  it('forget a problem of the list of games with the next list, and one of a read with the next read', async () => {
    const { event, snapshot } = newGame()
    const day = newDay()
    const game = { ...event, day, startsAt: `${day}T23:05:00.000Z` }
    const at = (time: string) => new Date(`${day}T${time}:00Z`)
    const problemNow = async () => (await first.odds.ofDay(day, {})).problem
    const settle = (problem: string | null) =>
      first.odds.settle({ day, reserved: 0, spent: 0, remaining: null, problem })
    await settle('The list failed.')
    expect(await problemNow()).toBe('The list failed.')
    await first.odds.recordEvents(at('12:00'), day, [game])
    expect(await problemNow()).toBeNull()
    await first.odds.reserve({ ...reservation(day), eventId: event.id, at: at('12:01') })
    await settle('The read failed.')
    await first.odds.recordEvents(at('12:02'), day, [game])
    expect(await problemNow()).toBe('The read failed.')
    await first.odds.store(at('12:03'), [snapshot([], game)])
    await first.odds.recordEvents(at('12:04'), day, [game])
    expect(await problemNow()).toBeNull()
  })

  it('are reserved for a game whose attempt is then known to all instances', async () => {
    const { event } = newGame()
    const day = newDay()
    const before = await first.odds.recordEvents(at('11:59'), day, [event])
    expect(before).toEqual({ events: [{ id: event.id, attemptedAt: null, readAt: null }], budget: null })
    await first.odds.reserve({ ...reservation(day), eventId: event.id })
    const { events, budget } = await second.odds.recordEvents(at('12:01'), day, [event])
    expect(new Date(events[0]?.attemptedAt ?? '')).toEqual(at('12:00'))
    expect(budget).toEqual({ reserved: 3, spent: 0, remaining: null })
  })
})
