import { EARLIER_SEASONS, makeEarlierSeason, makeSampleSeason } from '@propsight/league'
import { describe, expect, it } from 'vitest'
import { earlierSeasonsOf } from './earlier-seasons.ts'

describe('earlier seasons of a sample league', () => {
  const sample = makeSampleSeason('ash', '2026-04-10')
  const { batting, pitching } = earlierSeasonsOf(sample)

  it('contain the two previous years, latest first, each with its league totals', () => {
    const regulars = [...batting.values()].filter((seasons) => seasons.length === EARLIER_SEASONS)
    expect(regulars.length).toBeGreaterThan(200)
    for (const seasons of regulars) expect(seasons.map(({ season }) => season)).toEqual([2025, 2024])
    const [last] = regulars[0] ?? []
    expect(last?.league.games).toBe(4860)
    const sum = [...batting.values()].flatMap((seasons) => seasons.filter(({ season }) => season === 2025))
    const hits = sum.reduce((all, { own }) => all + own.hits, 0)
    expect(hits).toBe(last?.league.hits)
  })

  it('distinguish starts from relief appearances', () => {
    const seasons = [...pitching.values()].flat()
    expect(seasons.every(({ own }) => own.starts <= own.games)).toBe(true)
    const starts = seasons
      .filter(({ season }) => season === 2025)
      .reduce((all, { own }) => all + own.starts, 0)
    expect(starts).toBe(4860)
  })

  it('are the same for every day of the current season', () => {
    const later = makeSampleSeason('ash', '2026-07-01')
    const [now, then] = [sample, later].map((of) => makeEarlierSeason(of, 2025).batting)
    expect(Buffer.from(then?.data ?? []).equals(Buffer.from(now?.data ?? []))).toBe(true)
  })
})
