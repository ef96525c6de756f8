import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { clubHittingSplit, teamStats } from '../../upstream/testing/club-stats.ts'
import { startUpstream } from '../../upstream/testing/start-upstream.ts'
import { rosterPerson, withLog } from '../../upstream/testing/stats-bodies.ts'
import { streamPitchers } from './stream-pitchers.ts'
import { type Changes, pageOf, people, SILENT, TODAY } from './testing/pitchers-page.ts'

describe('H6 what cannot be read', () => {
  it.each<[string, Changes, string]>([
    ['refuses (403)', { schedule: () => 403 }, 'refuses to answer us (403)'],
    ['asks to slow down (429)', { schedule: () => 429 }, 'asks us to slow down (429)'],
    ['fails (500)', { schedule: () => undefined }, 'is failing (500)'],
    ['answers garbage', { schedule: () => ['<html>'] }, 'answered something that cannot be read'],
    ['says nothing', { schedule: () => SILENT }, 'is not answering'],
  ])('the schedule %s: nothing but the reason', async (_, changes, words) => {
    const { ask } = await pageOf(changes, { hasty: words === 'is not answering' })
    const { records, outcome } = await ask()
    expect(records).toEqual([])
    expect(outcome).toMatchObject({ status: 503, message: expect.stringContaining(words) })
  })
  it.each<[string, unknown, string]>([
    ['refuse (403)', 403, 'refuses to answer us (403)'],
    ['are limited (429)', 429, 'asks us to slow down (429)'],
    ['fail (500)', undefined, 'is failing (500)'],
    ['are garbage', 'garbage', 'answered something that cannot be read'],
    ['are silent', SILENT, 'is not answering'],
  ])('all logs %s: everybody is missing, and the service’s state ends the stream', async (_, log, words) => {
    const { ask } = await pageOf({ log: () => log }, { hasty: log === SILENT })
    const { records, outcome, missing } = await ask()
    expect(records.map(({ type }) => type)).toEqual(['start', 'missing', 'missing'])
    expect(missing.map(([id]) => id)).toEqual([3, 2])
    expect(outcome).toMatchObject({ status: 503, message: expect.stringContaining(words) })
  })
  it('one unreadable log is one missing pitcher', async () => {
    const torn = withLog(rosterPerson(3, 'Arm 3', 111), 'pitching', [{ date: 'when?' }])
    const { ask } = await pageOf({
      log: (season, ids) => ({
        people: [
          ...people(
            season,
            ids.filter((id) => id === 2),
          ).people,
          torn,
        ],
      }),
    })
    const { outcome, missing, facts } = await ask()
    expect(missing).toEqual([[3, 'his game log could not be read']])
    expect(outcome).toMatchObject({ done: 1, missing: 1 })
    expect(facts(2).recent).toHaveLength(1)
  })
  it('one whom the service does not know is told as that', async () => {
    const { ask } = await pageOf({
      log: (season, ids) =>
        people(
          season,
          ids.filter((id) => id === 2),
        ),
    })
    expect((await ask()).missing).toEqual([[3, 'the stats service does not know him']])
  })
  it.each([
    ['a season that fails', undefined],
    ['a season that cannot be read', 'garbage'],
    ['a season that is silent', SILENT],
  ])('%s is passed over, told, and read the next time', async (_, broken) => {
    const changes: Changes = { log: (season, ids) => (season === 2024 ? broken : people(season, ids)) }
    const { ask, changed } = await pageOf(changes, { hasty: broken === SILENT })
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
    ['away', undefined],
    ['silent', SILENT],
  ])('the clubs’ batting is %s: no opponent and no forecast, and the rest is there', async (_, batting) => {
    const { ask, logged } = await pageOf({ batting: () => batting }, { hasty: batting === SILENT })
    const { facts, outcome } = await ask()
    expect(outcome).toMatchObject({ done: 2 })
    expect(facts(2)).toMatchObject({
      opponent: { strikeOutRate: null, contactRate: null, hitRate: null },
      forecastMissing: 'the league could not be read',
    })
    if (batting === undefined) expect(logged.join()).toContain('without the opponents’ batting')
  })
  it('the clubs’ last weeks are away: the forecast does without', async () => {
    const splits = [111, 147].map((id) => clubHittingSplit(id))
    const { ask, logged } = await pageOf({
      batting: ({ searchParams }) =>
        searchParams.get('stats') === 'byDateRange' ? undefined : teamStats(splits),
    })
    const { facts } = await ask()
    expect(facts(2).forecast).toBeDefined()
    expect(logged.join()).toContain('without the last weeks')
  })
  it('without the directory names stand for codes, and earlier seasons wait', async () => {
    const { ask } = await pageOf({ teams: () => undefined })
    const { facts, outcome } = await ask()
    expect(outcome).toMatchObject({ done: 2 })
    expect(facts(2).missingSeasons).toEqual([2025, 2024, 2023, 2022])
  })
  it('shows the last answers, says that they are old, and recovers by itself', async () => {
    const { ask, changed, timer } = await pageOf()
    await ask()
    timer.skip(3 * 3_600_000)
    changed.schedule = changed.log = () => undefined
    const { outcome, facts } = await ask()
    expect(outcome).toMatchObject({ done: 2, stale: true })
    expect(facts(2).vsOpponent).toHaveLength(5)
    delete changed.schedule
    delete changed.log
    timer.skip(130_000)
    expect((await ask()).outcome).toMatchObject({ done: 2, stale: false })
  })
  it('ends the work of a client who has gone', async () => {
    const { upstream } = await startUpstream(() => ({ dates: [] }))
    const deps = {
      upstream,
      clock: parseLeagueClock(`frozen:${TODAY}T15:00:00Z`),
      log: pino({ level: 'silent' }),
    }
    const gone = async () => {
      throw new Error('the client has gone')
    }
    const asked = { date: TODAY, phase: 'strikeouts' as const, skip: new Set<number>() }
    await expect(streamPitchers(deps, asked, gone)).rejects.toThrow('the client has gone')
  })
})
