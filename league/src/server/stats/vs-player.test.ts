import { statsAnswerSchema } from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { League } from '../../index.ts'
import { startTestLeague } from '../../testing/index.ts'

const DAY = '2026-07-17'
let league: League

beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(`frozen:${DAY}T14:00:00Z`) })
})
afterAll(() => league.close())

const raw = (path: string) => fetch(`${league.url}${path}`)
const stats = async (path: string) => statsAnswerSchema.parse(await (await raw(path)).json()).stats
const vs = (batter: number, pitcher: number, type = 'vsPlayer') =>
  stats(`/api/v1/people/${batter}/stats?stats=${type}&group=hitting&opposingPlayerId=${pitcher}`)
const today = () => league.testHooks.world().games.find(({ date }) => date === DAY)
const hitter = () => today()?.lineups?.home[0]?.id ?? 0
const COUNTS = [
  'plateAppearances',
  'atBats',
  'hits',
  'doubles',
  'triples',
  'homeRuns',
  'rbi',
  'baseOnBalls',
  'hitByPitch',
  'strikeOuts',
  'sacFlies',
  'groundIntoDoublePlay',
]
const numbers = z.record(z.string(), z.unknown())
const countsOf = (stat: unknown) => COUNTS.map((name) => z.int().parse(numbers.parse(stat)[name]))

describe('stats of a batter against a pitcher', () => {
  it('sum over all pitchers to the batter’s seasons', async () => {
    const { people } = league.testHooks.world()
    const pitchers = people.filter(({ position }) => position === '1')
    const sums = new Map<string, number[]>()
    for (const { id } of pitchers) {
      const [total, seasons] = await vs(hitter(), id)
      expect(total?.type?.displayName).toBe('vsPlayerTotal')
      for (const { season = '', stat } of seasons?.splits ?? []) {
        const sum = sums.get(season) ?? COUNTS.map(() => 0)
        sums.set(
          season,
          countsOf(stat).map((count, at) => count + (sum[at] ?? 0)),
        )
      }
      const parts = (seasons?.splits ?? []).map(({ stat }) => countsOf(stat))
      if (parts.length > 0) {
        expect(countsOf(total?.splits[0]?.stat)).toEqual(
          COUNTS.map((_, at) => parts.reduce((sum, part) => sum + (part[at] ?? 0), 0)),
        )
      }
    }
    expect([...sums.keys()].toSorted()).toEqual(['2024', '2025', '2026'])
    for (const [season, counts] of sums) {
      const [block] = await stats(
        `/api/v1/people/${hitter()}/stats?stats=season&group=hitting&season=${season}`,
      )
      expect(counts, season).toEqual(countsOf(block?.splits[0]?.stat))
    }
  })
})
