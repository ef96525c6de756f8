import { parseLeagueClock } from '@propsight/shared/domain'
import { earlierBatting, earlierPitching } from '@propsight/shared/domain/engine'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { playerTotalsSchema, seasonTotalsSchema } from '../../../sources/stats/format/season-stats.ts'
import { clubHittingSplit, clubPitchingSplit } from '../../../sources/testing/stats-bodies.ts'
import { emptyUpstream } from '../../../testing/fake-deps.ts'
import { NO_EARLIER_SEASONS, OPTIONAL_MS, readSeasonRecords } from './forecast-context.ts'

const CLOCK = parseLeagueClock('frozen:2026-05-03T15:00:00Z')
const season = (games: number) =>
  seasonTotalsSchema.parse({
    hitters: [{ player: { id: 5 }, stat: clubHittingSplit(1, games).stat }],
    pitchers: [
      {
        player: { id: 7 },
        stat: { ...clubPitchingSplit(1, games).stat, gamesStarted: 30, earnedRuns: 90 },
      },
    ],
    clubs: [clubHittingSplit(147, 162)],
  })

const EMPTY = seasonTotalsSchema.parse({ hitters: [], pitchers: [], clubs: [] })

/** Parts whose service returns the given seasons and fails for others. */
function partsOf(seasons: Readonly<Record<number, ReturnType<typeof season>>>) {
  const requestedYears: number[] = []
  const warnings: string[] = []
  const seasonTotals = async (year: number) => {
    requestedYears.push(year)
    const value = seasons[year]
    if (!value) throw new Error('the service is unavailable')
    return { value, readAt: '2026-05-03T15:00:00.000Z', ageSeconds: 0, stale: false }
  }
  const upstream = { ...emptyUpstream, stats: { ...emptyUpstream.stats, seasonTotals } }
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) })
  return { parts: { upstream, clock: CLOCK, log }, requestedYears, warnings }
}

describe('earlier seasons', () => {
  it('are read once, and the first and later requests have them', async () => {
    const { parts, requestedYears } = partsOf({ 2025: season(150), 2024: season(100), 2023: EMPTY })
    const [first, atOnce] = await Promise.all([readSeasonRecords(parts), readSeasonRecords(parts)])
    expect(atOnce).toBe(first)
    expect(await readSeasonRecords(parts)).toBe(first)
    const seasons = first.earlier
    expect(requestedYears).toEqual([2025, 2024, 2023])
    expect(earlierBatting(seasons, 5)).toMatchObject([
      { season: 2025, own: { games: 150, hits: 1_200 }, league: { games: 162 } },
      { season: 2024, own: { games: 100, hits: 800 }, league: { games: 162 } },
    ])
    expect(earlierPitching(seasons, 7)[0]).toMatchObject({
      season: 2025,
      own: { games: 150, starts: 30, battersFaced: 5_700, earnedRuns: 90 },
    })
    expect(earlierBatting(seasons, 6)).toEqual([])
  })
  it('omit a season that fails and log a warning', async () => {
    const { parts, warnings } = partsOf({ 2024: season(100) })
    const { earlier } = await readSeasonRecords(parts)
    expect(earlierBatting(earlier, 5).map(({ season: year }) => year)).toEqual([2024])
    expect(warnings.join()).toContain('without an earlier season')
  })
  it('are empty without a warning when the source has one season only', async () => {
    const { parts, warnings } = partsOf({ 2025: EMPTY, 2024: EMPTY, 2023: EMPTY })
    expect((await readSeasonRecords(parts)).earlier).toEqual(NO_EARLIER_SEASONS)
    expect(warnings).toEqual([])
  })
  it('are waited for by the first forecasts only as long as for every optional input', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { parts } = partsOf({})
    const stats = { ...parts.upstream.stats, seasonTotals: () => new Promise<never>(() => undefined) }
    const reading = readSeasonRecords({ ...parts, upstream: { ...parts.upstream, stats } })
    await vi.advanceTimersByTimeAsync(OPTIONAL_MS)
    expect(await reading).toEqual({ earlier: NO_EARLIER_SEASONS, players: null })
  })
})

describe('totals of all players this season', () => {
  const pitcher = (id: number, gamesPlayed: number, gamesStarted: number, outs?: number) => ({
    player: { id },
    stat: { ...clubPitchingSplit(1, gamesPlayed).stat, gamesPlayed, gamesStarted, earnedRuns: 9, outs },
  })
  const totals = playerTotalsSchema.parse({
    hitters: [{ player: { id: 5 }, stat: clubHittingSplit(1, 20).stat }],
    pitchers: [
      pitcher(7, 3, 3, 50),
      pitcher(8, 2, 2, 30),
      pitcher(9, 4, 3, 40),
      pitcher(10, 2, 2),
      pitcher(11, 5, 0, 9),
    ],
  })
  const partsWith = (playerTotals: () => Promise<typeof totals>) => {
    const { parts, warnings } = partsOf({ 2025: EMPTY, 2024: EMPTY })
    const read = async () => ({
      value: await playerTotals(),
      readAt: '2026-05-03T15:00:00.000Z',
      ageSeconds: 0,
      stale: false,
    })
    const stats = { ...parts.upstream.stats, playerTotals: read }
    return { parts: { ...parts, upstream: { ...parts.upstream, stats } }, warnings }
  }

  it('are read with the starts of pitchers who only started', async () => {
    const { players } = await readSeasonRecords(partsWith(async () => totals).parts)
    const faced = (id: number) =>
      totals.pitchers.find(({ player }) => player.id === id)?.stat.battersFaced ?? 0
    expect(players?.batting.get(5)).toMatchObject({ games: 20 })
    expect(players?.starts).toMatchObject({ starts: 5, outs: 80, battersFaced: faced(7) + faced(8) })
    expect([...(players?.starters ?? [])]).toEqual([7, 8, 9, 10])
  })
  it('are unknown, and earlier seasons are read anyway, when they cannot be read', async () => {
    const { parts, warnings } = partsWith(() => Promise.reject(new Error('the service is unavailable')))
    expect((await readSeasonRecords(parts)).players).toBeNull()
    expect(warnings.join()).toContain('without the opposing batters')
  })
})
