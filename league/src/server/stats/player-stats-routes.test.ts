import {
  clubHittingSchema,
  playerHittingSchema,
  playerPitchingSchema,
  statsTeamStatsSchema,
} from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { League } from '../../index.ts'
import { startTestLeague } from '../../testing/index.ts'

const DAY = '2026-07-17'
let league: League
beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(`frozen:${DAY}T14:00:00Z`) })
})
afterAll(() => league.close())

const splits = async (path: string, group: string, season: number, more = '') => {
  const query = `stats=season&group=${group}&season=${season}&sportIds=1&gameType=R${more}`
  const response = await fetch(`${league.url}${path}?${query}`)
  expect(response.status).toBe(200)
  return statsTeamStatsSchema.parse(await response.json()).stats.flatMap((block) => block.splits)
}
const allPlayers = (group: string, season: number) =>
  splits('/api/v1/stats', group, season, '&playerPool=ALL&limit=5000')
const sum = <T>(items: readonly T[], value: (item: T) => number) =>
  items.reduce((total, item) => total + value(item), 0)

describe('season stats of all players', () => {
  it.each([2024, 2025, 2026])(
    'list each player of %i once and sum to the totals of the clubs',
    async (season) => {
      const hitters = (await allPlayers('hitting', season)).map((split) => playerHittingSchema.parse(split))
      const clubs = (await splits('/api/v1/teams/stats', 'hitting', season)).map((split) =>
        clubHittingSchema.parse(split),
      )
      expect(new Set(hitters.map(({ player }) => player.id)).size).toBe(hitters.length)
      for (const count of ['plateAppearances', 'hits', 'homeRuns', 'strikeOuts', 'stolenBases'] as const) {
        expect(sum(hitters, ({ stat }) => stat[count] ?? Number.NaN)).toBe(
          sum(clubs, ({ stat }) => stat[count] ?? Number.NaN),
        )
      }
      const pitchers = (await allPlayers('pitching', season)).map((split) =>
        playerPitchingSchema.parse(split),
      )
      const starts = sum(pitchers, ({ stat }) => stat.gamesStarted)
      expect(starts).toBe(sum(clubs, ({ stat }) => stat.gamesPlayed))
    },
  )
})
