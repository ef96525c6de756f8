import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  clubHittingSchema,
  clubPitchingSchema,
  statsScheduleSchema,
  statsTeamStatsSchema,
} from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type League, startLeague } from '../../index.ts'
import { startTestLeague } from '../../testing/index.ts'
import { FIXTURE_DAY, writePlainFixture } from '../../testing/replay-fixture.ts'

const DAY = '2026-07-17'
let league: League
beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(`frozen:${DAY}T14:00:00Z`) })
})
afterAll(() => league.close())

const ask = (query: string) => fetch(`${league.url}/api/v1/teams/stats?${query}`)
describe('season stats of clubs', () => {
  it.each(['', '&startDate=2026-07-01', '&endDate=2026-07-01', '&startDate=2026-07-02&endDate=2026-07-01'])(
    'are refused for an invalid date range: "%s"',
    async (days) => {
      expect((await ask(`season=2026&sportIds=1&group=hitting&stats=byDateRange${days}`)).status).toBe(400)
    },
  )
})

describe('club stats in a replay', () => {
  it('cover the games before its day and omit counts that the source lacks; lineups come from the lines', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'propsight-replay-'))
    writePlainFixture(dir)
    const clock = parseLeagueClock(`frozen:${FIXTURE_DAY}T13:00:00Z`)
    const replay = await startLeague({ mode: 'replay', clock, replay: { dir, date: FIXTURE_DAY } })
    const get = async (path: string) => (await fetch(`${replay.url}/api/v1/${path}`)).json()
    try {
      const totals = async (group: string) =>
        statsTeamStatsSchema
          .parse(await get(`teams/stats?season=2022&sportIds=1&group=${group}&stats=season`))
          .stats.flatMap((block) => block.splits)
      const bats = (await totals('hitting')).map((split) => clubHittingSchema.parse(split).stat)
      const arms = (await totals('pitching')).map((split) => clubPitchingSchema.parse(split).stat)
      expect(bats.map(({ gamesPlayed }) => gamesPlayed)).toEqual([3, 3])
      expect(arms.map(({ gamesPlayed }) => gamesPlayed)).toEqual([3, 3])
      // The pitchers' lines lack them: they are those of the other club's batters.
      expect(arms.map(({ doubles }) => doubles)).toEqual(bats.map(({ doubles }) => doubles).toReversed())
      const statsUntil = async (endDate: string) =>
        statsTeamStatsSchema
          .parse(
            await get(
              `teams/stats?season=2022&sportIds=1&group=hitting&stats=byDateRange&startDate=2022-05-01&endDate=${endDate}`,
            ),
          )
          .stats.flatMap((block) => block.splits)
          .map((split) => clubHittingSchema.parse(split).stat)
      expect(await statsUntil(FIXTURE_DAY)).toEqual(bats)
      expect((await statsUntil('2022-05-01')).map(({ gamesPlayed }) => gamesPlayed)).toEqual([1, 1])
      const { dates } = statsScheduleSchema.parse(
        await get('schedule?sportId=1&startDate=2022-05-01&endDate=2022-05-03&hydrate=lineups'),
      )
      expect(dates.flatMap(({ games }) => games.map(({ lineups }) => lineups?.homePlayers.length))).toEqual([
        9, 9, 9,
      ])
    } finally {
      await replay.close()
      rmSync(dir, { recursive: true })
    }
  })
})
