import { evidenceOf, streamPitchers } from '@propsight/api/testing'
import { type PitcherPhase, type PitcherRecord, pitcherRecordSchema } from '@propsight/shared/contracts'
import { OPPONENT_GAMES } from '@propsight/shared/domain'
import { lineOdds } from '@propsight/shared/domain/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

const TODAY = '2026-07-15'
let morning: Awaited<ReturnType<typeof startLeagueFixture>>
beforeAll(async () => {
  morning = await startLeagueFixture('2026-07-15T14:00:00Z')
})
afterAll(() => morning?.close())

async function pageOf(date: string, phase: PitcherPhase = 'strikeouts', { upstream, clock, log } = morning) {
  const records: PitcherRecord[] = []
  const write = async (record: object) => {
    records.push(pitcherRecordSchema.parse(JSON.parse(JSON.stringify(record))))
  }
  const deps = { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) }
  const summary = await streamPitchers(deps, { date, phase, skip: new Set() }, write)
  const [start] = records
  if (start?.type !== 'start') throw new Error('the stream did not begin')
  const facts = records.filter((record) => record.type === 'pitcher')
  return {
    summary,
    pitchers: start.pitchers,
    facts,
    factsOf: (id: number) => facts.find((pitcher) => pitcher.id === id),
  }
}
/** The games of a day, as the league has them. */
const gamesOf = (date: string) => morning.league.testHooks.world().games.filter((game) => game.date === date)

describe('the pitchers page on the sample league', () => {
  it('lists every announced starter of today with hand, park and past starts', async () => {
    const { summary, pitchers, facts, factsOf } = await pageOf(TODAY)
    const announced = gamesOf(TODAY).flatMap(({ probables }) => [probables?.away, probables?.home])
    expect(pitchers.map(({ id }) => id).toSorted()).toEqual(
      announced.filter((id) => id !== undefined).toSorted(),
    )
    expect(summary).toMatchObject({ done: pitchers.length, missing: 0, stale: false })
    expect(pitchers.length).toBeGreaterThan(20)
    for (const { id, hand, gameTime, teamAbbr, oppAbbr, venueName } of pitchers) {
      const pitcherFacts = factsOf(id)
      if (!pitcherFacts) throw new Error(`no facts about ${id}`)
      expect([teamAbbr.length, oppAbbr.length].every((length) => length <= 3)).toBe(true)
      expect(['L', 'R']).toContain(hand)
      expect(venueName).not.toBe('')
      expect(gameTime > morning.clock.now().toISOString()).toBe(true)
      expect(pitcherFacts.missingSeasons).toBeUndefined()
      expect(pitcherFacts.vsOpponent.every(({ opponent }) => opponent === oppAbbr)).toBe(true)
    }
    expect(facts.some(({ vsOpponent }) => vsOpponent.length >= OPPONENT_GAMES)).toBe(true)
    expect(facts.some(({ vsOpponent }) => vsOpponent.some(({ date }) => date < '2026'))).toBe(true)
  })
  it.each([
    ['strikeouts', 4.5],
    ['hits-allowed', 4.5],
  ] as const)('gives a probability for a line of %s to every pitcher with starts', async (phase, line) => {
    const { facts } = await pageOf(TODAY, phase)
    const without = facts.filter(({ forecast }) => !forecast)
    expect(without.every(({ recent }) => recent.length === 0)).toBe(true)
    expect(new Set(without.map(({ forecastMissing }) => forecastMissing)).size).toBeLessThan(2)
    expect(without.length).toBeLessThan(4)
    for (const { forecast } of facts) {
      if (!forecast) continue
      const { over, under, push } = lineOdds(forecast.distribution, line)
      expect(over + under + push).toBeCloseTo(1)
      expect(over).toBeGreaterThan(0)
      expect(under).toBeGreaterThan(0)
    }
  })
  it('keeps today’s starts while the games are live, and lists tomorrow’s', async () => {
    const evening = await startLeagueFixture('2026-07-16T01:30:00Z')
    try {
      const before = await pageOf(TODAY)
      const after = await pageOf(TODAY, 'strikeouts', evening)
      expect(after.pitchers).toEqual(before.pitchers)
      for (const { id, recent, vsOpponent, season, daysOfRest, forecast } of after.facts) {
        expect(before.factsOf(id)).toMatchObject({ recent, vsOpponent, season, daysOfRest })
        expect(forecast === undefined).toBe(before.factsOf(id)?.forecast === undefined)
      }
      const tomorrow = await pageOf('2026-07-16', 'strikeouts', evening)
      expect(tomorrow.summary.done).toBe(tomorrow.pitchers.length)
      expect(tomorrow.facts.length).toBeGreaterThan(0)
      expect(tomorrow.facts.some(({ forecast }) => forecast)).toBe(true)
    } finally {
      await evening.close()
    }
  })
  it('lists all four starters of a doubleheader by game', async () => {
    const days = morning.league.testHooks
      .world()
      .games.filter(({ date, doubleHeader }) => doubleHeader === 'S' && date < TODAY)
    const day = days.at(-1)?.date ?? ''
    const doubleheaderGames = gamesOf(day).filter(({ doubleHeader }) => doubleHeader === 'S')
    const { pitchers } = await pageOf(day)
    for (const { pk } of doubleheaderGames)
      expect(pitchers.filter(({ gamePk }) => gamePk === pk)).toHaveLength(2)
  })
  it('leaves out a postponed game', async () => {
    const postponed = morning.league.testHooks
      .world()
      .games.filter((game) => game.postponedFrom && game.date < TODAY)
      .at(-1)
    const day = postponed?.postponedFrom?.date ?? ''
    const { pitchers } = await pageOf(day)
    expect(pitchers.length).toBeGreaterThan(0)
    expect(pitchers.some(({ gamePk }) => gamePk === postponed?.pk)).toBe(false)
  })
  it('shows nothing later than the requested past day', async () => {
    const { facts } = await pageOf('2026-07-08')
    expect(facts.length).toBeGreaterThan(0)
    for (const { recent, vsOpponent, forecastMissing } of facts) {
      expect([...recent, ...vsOpponent].every(({ date }) => date < '2026-07-08')).toBe(true)
      expect(forecastMissing).toBe('the day is over')
    }
  })
})
