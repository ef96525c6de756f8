import { setTimeout as sleep } from 'node:timers/promises'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { seasonTotalsSchema } from '../../../sources/stats/totals.ts'
import { clubHittingSplit, clubPitchingSplit } from '../../../sources/testing/stats-bodies.ts'
import { emptyUpstream } from '../../../testing/fake-deps.ts'
import { earlierBatting, earlierPitching, earlierSeasons, NO_EARLIER_SEASONS } from './earlier-seasons.ts'

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
const loadSeasons = async (parts: Parameters<typeof earlierSeasons>[0]) => {
  earlierSeasons(parts, 0)
  await sleep(20)
  return earlierSeasons(parts, 0)
}

describe('earlier seasons', () => {
  it('are loaded once in the background and available to later requests', async () => {
    const { parts, requestedYears } = partsOf({ 2025: season(150), 2024: season(100) })
    expect(earlierSeasons(parts, 0)).toEqual(NO_EARLIER_SEASONS)
    const seasons = await loadSeasons(parts)
    expect(earlierSeasons(parts, 0)).toBe(seasons)
    expect(requestedYears).toEqual([2025, 2024])
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
    const seasons = await loadSeasons(parts)
    expect(earlierBatting(seasons, 5).map(({ season: year }) => year)).toEqual([2024])
    expect(warnings.join()).toContain('without an earlier season')
  })
  it('are empty without a warning when the source has one season only', async () => {
    const { parts, warnings } = partsOf({ 2025: EMPTY, 2024: EMPTY })
    expect(await loadSeasons(parts)).toEqual(NO_EARLIER_SEASONS)
    expect(warnings).toEqual([])
  })
})
