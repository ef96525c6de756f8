import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { POLICIES } from '../../sources/policies.ts'
import {
  clubHittingSplit,
  rosterPerson,
  scheduledGame,
  teamStats,
  withLog,
} from '../../sources/testing/stats-bodies.ts'
import { startUpstream } from '../../sources/testing/test-upstream.ts'
import { evidenceOf } from '../../testing/fake-deps.ts'
import { readPitchersDay, streamPitchers, TIME_LIMITS } from './stream-pitchers.ts'
import { type Changes, people, SILENT, startPitchersFixture, TODAY } from './testing/pitchers-fixture.ts'

describe('H6 the pitchers stream during upstream failures', () => {
  it.each<[string, Changes, string]>([
    ['refuses (403)', { schedule: () => 403 }, 'refuses our requests (403)'],
    ['asks to slow down (429)', { schedule: () => 429 }, 'asks us to slow down (429)'],
    ['fails (500)', { schedule: () => undefined }, 'is failing (500)'],
    ['answers garbage', { schedule: () => ['<html>'] }, 'sent an answer that cannot be read'],
    ['never answers', { schedule: () => SILENT }, 'is not answering'],
  ])('fails with only the reason when the schedule %s', async (_, changes, words) => {
    const { ask } = await startPitchersFixture(changes, { shortLimits: words === 'is not answering' })
    const { records, outcome } = await ask()
    expect(records).toEqual([])
    expect(outcome).toMatchObject({ status: 503, message: expect.stringContaining(words) })
  })
  it.each<[string, unknown, string]>([
    ['refuse (403)', 403, 'refuses our requests (403)'],
    ['are limited (429)', 429, 'asks us to slow down (429)'],
    ['fail (500)', undefined, 'is failing (500)'],
    ['are garbage', 'garbage', 'sent an answer that cannot be read'],
    ['are silent', SILENT, 'is not answering'],
  ])('reports all pitchers as missing and fails with the reason when all logs %s', async (_, log, words) => {
    const { ask } = await startPitchersFixture({ log: () => log }, { shortLimits: log === SILENT })
    const { records, outcome, missing } = await ask()
    expect(records.map(({ type }) => type)).toEqual(['start', 'missing', 'missing'])
    expect(missing.map(([id]) => id)).toEqual([3, 2])
    expect(outcome).toMatchObject({ status: 503, message: expect.stringContaining(words) })
  })
  it('reports one pitcher as missing for one unreadable log', async () => {
    const unreadable = withLog(rosterPerson(3, 'Arm 3', 111), 'pitching', [{ date: 'when?' }])
    const { ask } = await startPitchersFixture({
      log: (season, ids) => ({
        people: [
          ...people(
            season,
            ids.filter((id) => id === 2),
          ).people,
          unreadable,
        ],
      }),
    })
    const { outcome, missing, facts } = await ask()
    expect(missing).toEqual([[3, 'the game log could not be read']])
    expect(outcome).toMatchObject({ done: 1, missing: 1 })
    expect(facts(2).recent).toHaveLength(1)
  })
  it('reports a pitcher that the stats service does not know', async () => {
    const { ask } = await startPitchersFixture({
      log: (season, ids) =>
        people(
          season,
          ids.filter((id) => id === 2),
        ),
    })
    expect((await ask()).missing).toEqual([[3, 'unknown to the stats service']])
  })
  it.each([
    ['a season that fails', undefined],
    ['a season that cannot be read', 'garbage'],
    ['a season that is silent', SILENT],
  ])('skips %s, reports it and reads it again with the next request', async (_, broken) => {
    const changes: Changes = { log: (season, ids) => (season === 2024 ? broken : people(season, ids)) }
    const { ask, changed } = await startPitchersFixture(changes, { shortLimits: broken === SILENT })
    const { facts, outcome } = await ask()
    expect(outcome).toMatchObject({ done: 2, missing: 0 })
    expect(facts(2).missingSeasons).toEqual([2024])
    expect(facts(2).vsOpponent.map(({ date }) => date.slice(0, 4))).toEqual([
      '2023',
      '2023',
      '2025',
      '2025',
      '2026',
    ])
    if (broken === SILENT) return
    delete changed.log
    const again = await ask()
    expect(again.facts(2).missingSeasons).toBeUndefined()
    expect(again.facts(2).vsOpponent).toHaveLength(5)
  })
  it.each([
    ['unavailable', undefined],
    ['silent', SILENT],
  ])('has no opponent rates and no forecast when the batting of the clubs is %s', async (_, batting) => {
    let logAfterMs = Number.POSITIVE_INFINITY
    const begun = performance.now()
    const { ask, logged } = await startPitchersFixture({
      batting: () => batting,
      log: (season, ids) => {
        logAfterMs = Math.min(logAfterMs, performance.now() - begun)
        return people(season, ids)
      },
    })
    const { facts, outcome } = await ask()
    expect(outcome).toMatchObject({ done: 2 })
    // Earlier than the silent requests time out.
    expect(logAfterMs).toBeLessThan(POLICIES.teamTotals.timeoutMs)
    expect(facts(2)).toMatchObject({
      opponent: { strikeOutRate: null, contactRate: null, hitRate: null },
      forecastMissing: 'the league could not be read',
    })
    if (batting === undefined) expect(logged.join()).toContain('without the opponents’ batting')
  })
  it('forecasts without the last 30 days of the clubs when these are unavailable', async () => {
    const splits = [111, 147].map((id) => clubHittingSplit(id))
    const { ask, logged } = await startPitchersFixture({
      batting: ({ searchParams }) =>
        searchParams.get('stats') === 'byDateRange' ? undefined : teamStats(splits),
    })
    const { facts } = await ask()
    expect(facts(2).forecast).toBeDefined()
    expect(logged.join()).toContain('without the batting of the last 30 days')
  })
  it('reports earlier seasons as missing when the club directory is unavailable', async () => {
    const { ask } = await startPitchersFixture({ teams: () => undefined })
    const { facts, outcome } = await ask()
    expect(outcome).toMatchObject({ done: 2 })
    expect(facts(2).missingSeasons).toEqual([2025, 2024, 2023, 2022])
  })
  it('returns stale answers during an outage and recovers by itself', async () => {
    const { ask, changed, timer } = await startPitchersFixture()
    await ask()
    timer.skip(3 * 3_600_000)
    changed.schedule = () => undefined
    changed.log = () => undefined
    const { outcome, facts } = await ask()
    expect(outcome).toMatchObject({ done: 2, stale: true })
    expect(facts(2).vsOpponent).toHaveLength(5)
    delete changed.schedule
    delete changed.log
    timer.skip(130_000)
    expect((await ask()).outcome).toMatchObject({ done: 2, stale: false })
  })
  it('lists the starters without the club directory when it is silent and the schedule names the clubs', async () => {
    const side = (id: number) => ({ id, name: `Club ${id}`, abbreviation: `C${id}` })
    const game = scheduledGame({ day: TODAY, homeStarter: 2 })
    const { home, away } = game.teams
    const named = {
      ...game,
      teams: { home: { ...home, team: side(147) }, away: { ...away, team: side(111) } },
    }
    const { upstream } = await startUpstream(({ pathname }) =>
      pathname.endsWith('/schedule') ? { dates: [{ date: TODAY, games: [named] }] } : undefined,
    )
    const clock = parseLeagueClock(`frozen:${TODAY}T15:00:00Z`)
    const day = await readPitchersDay({ upstream, clock, log: pino({ level: 'silent' }) }, TODAY, {
      ...TIME_LIMITS,
      optional: 60_000,
    })
    expect(day.pitchers.map(({ shown }) => [shown.teamAbbr, shown.oppAbbr])).toEqual([['C147', 'C111']])
  })
  it('ends when its client has disconnected', async () => {
    const { upstream } = await startUpstream(() => ({ dates: [] }))
    const clock = parseLeagueClock(`frozen:${TODAY}T15:00:00Z`)
    const sources = { upstream, clock, log: pino({ level: 'silent' }) }
    const deps = { ...sources, propEvidence: evidenceOf(sources) }
    const disconnected = async () => {
      throw new Error('the client has disconnected')
    }
    const request = { date: TODAY, phase: 'strikeouts' as const, skip: new Set<number>() }
    await expect(streamPitchers(deps, request, disconnected)).rejects.toThrow('the client has disconnected')
  })
})
