import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { pitchingSplit, rosterPerson, scheduledGame, withLog } from '../../sources/testing/stats-bodies.ts'
import {
  type Answer,
  debuted,
  games,
  logRequests,
  slate,
  startPitchersFixture,
  TODAY,
  todaysGame,
} from './testing/pitchers-fixture.ts'

describe('H6 a phase of the pitchers stream', () => {
  it('sends all pitchers first and then the facts, history and forecast of each', async () => {
    const { ask } = await startPitchersFixture()
    const { records, outcome, facts } = await ask()
    expect(records.map(({ type }) => type)).toEqual(['start', 'pitcher', 'pitcher'])
    expect(records[0]).toMatchObject({ date: TODAY, season: 2026, pitchers: [{ id: 3 }, { id: 2 }] })
    expect(outcome).toMatchObject({ done: 2, missing: 0, stale: false })
    // All games of the stub are against Boston: two a season, read until there are five.
    expect(facts(2).vsOpponent.map(({ date }) => date)).toEqual([
      '2024-05-11',
      '2024-06-11',
      '2025-05-11',
      '2025-06-11',
      '2026-04-11',
    ])
    expect(facts(3).vsOpponent).toEqual([])
    expect(facts(2)).toMatchObject({ daysOfRest: 21, season: { starts: 1 }, engine: ENGINE_VERSION })
    expect(facts(2).forecast?.stat).toBe('Pitcher Strikeouts')
    expect(facts(2).opponent.strikeOutRate).toBeCloseTo(8 / 38)
  })
  it('needs no upstream request when another phase or caller was served before', async () => {
    const { ask, asked } = await startPitchersFixture()
    await ask()
    const before = asked.length
    const { facts } = await ask({ phase: 'hits-allowed' })
    expect(facts(2).forecast?.stat).toBe('Hits Allowed')
    await ask()
    expect(asked).toHaveLength(before)
  })
  it('sends each upstream request once for parallel callers', async () => {
    const { ask, asked } = await startPitchersFixture()
    await Promise.all([ask(), ask({ phase: 'hits-allowed' }), ask()])
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  })
  it('reads each season in one request for all pitchers, and none before the debut', async () => {
    const { ask, asked } = await startPitchersFixture()
    await ask()
    const seasons = logRequests(asked).map((path) => /season=(\d+)/.exec(path)?.[1])
    expect(seasons.toSorted()).toEqual(['2022', '2023', '2024', '2025', '2026'])
    expect(
      logRequests(asked).every((path) => path.includes('personIds=3,2&') || path.includes('personIds=3&')),
    ).toBe(true)
  })
  it('omits the pitchers that the caller has', async () => {
    const { ask, asked } = await startPitchersFixture()
    const { records } = await ask({ skip: new Set([2]) })
    expect(records.map((record) => (record.type === 'pitcher' ? record.id : record.type))).toEqual([
      'start',
      3,
    ])
    const all = await ask({ skip: new Set([2, 3]) })
    expect(all.outcome).toMatchObject({ done: 0, missing: 0 })
    expect(logRequests(asked).every((path) => path.includes('personIds=3&'))).toBe(true)
  })
  it('ignores games on the day of the page or later', async () => {
    const log = (season: number, ids: readonly number[]) => ({
      people: ids.map((id) =>
        withLog(rosterPerson(id, `Arm ${id}`, 147, 'P'), 'pitching', [
          ...games(season, [4]),
          pitchingSplit(7, TODAY, 9),
          pitchingSplit(8, '2026-05-04', 9),
        ]),
      ),
    })
    const { ask } = await startPitchersFixture({ log }, { clockSpec: 'frozen:2026-05-05T15:00:00Z' })
    const { facts } = await ask()
    expect(facts(2).recent.map(({ date }) => date)).toEqual(['2026-04-11'])
    expect(facts(2)).toMatchObject({ season: { starts: 1 }, forecastMissing: 'the day is over' })
    expect(facts(2).forecast).toBeUndefined()
  })
  it.each<[string, Answer, number]>([
    ['no game is scheduled', () => ({ dates: [] }), 0],
    ['no starter is announced', () => slate(scheduledGame({ day: TODAY })), 0],
    [
      'the game is postponed',
      () => slate(scheduledGame({ day: TODAY, homeStarter: 2, code: 'D', state: 'Final' })),
      0,
    ],
    [
      'there are two games',
      () =>
        slate(
          todaysGame,
          debuted(2026)(scheduledGame({ gamePk: 901, gameNumber: 2, homeStarter: 4, awayStarter: 5 })),
        ),
      4,
    ],
  ])('sends the expected number of pitchers when %s', async (_, schedule, count) => {
    const { ask } = await startPitchersFixture({ schedule })
    const { records, outcome } = await ask()
    expect(outcome).toMatchObject({ done: count, missing: 0 })
    expect(records).toHaveLength(count + 1)
  })
})
