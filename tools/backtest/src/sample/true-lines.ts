import { type SampleSeason, trueDistributions } from '@propsight/league'
import { MARKETS, PITCHER_STATS } from '../score/markets.ts'

/** A line with its true probability of over: one player, one game, one market. */
export interface KnownLine {
  readonly market: string
  readonly stat: string
  readonly line: number
  readonly gameId: string
  readonly home: boolean
  readonly playerId: string
  /** Place in the batting order; null for a starting pitcher. */
  readonly slot: number | null
  /** P(over) under the players' true talents. */
  readonly over: number
}

/** The half line nearest to a mean, at least 0.5. */
export const nearestHalfLine = (mean: number): number => Math.max(0, Math.floor(mean)) + 0.5

/**
 * All markets of all starters on a sample season's day. A pitcher's line is the half line nearest to the
 * pitcher's mean.
 * @param games number of simulations of each game; the standard error of a probability is at most 0.5 /
 * √games
 */
export function simulateTrueLines(sample: SampleSeason, games: number): KnownLine[] {
  const id = (person: number) => String(sample.people[person]?.id)
  return [...sample.today].flatMap(([pk, squads]) => {
    const prices = trueDistributions(sample, pk, games)
    return ([true, false] as const).flatMap((home) => {
      const squad = home ? squads.home : squads.away
      const where = { gameId: String(pk), home }
      const batting = squad.batters.flatMap((person, at) =>
        MARKETS.flatMap(({ name: market, stat, line }): KnownLine[] => {
          const values = prices.get(person)?.get(stat)
          const who = { playerId: id(person), slot: at + 1 }
          return values ? [{ ...where, ...who, market, stat, line, over: values.over(line) }] : []
        }),
      )
      const pitching = PITCHER_STATS.flatMap((stat): KnownLine[] => {
        const values = prices.get(squad.starter)?.get(stat)
        if (!values) return []
        const line = nearestHalfLine(values.mean())
        const who = { playerId: id(squad.starter), slot: null }
        return [{ ...where, ...who, market: stat, stat, line, over: values.over(line) }]
      })
      return [...batting, ...pitching]
    })
  })
}
