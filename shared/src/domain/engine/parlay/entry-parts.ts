import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { clustersOf } from './clusters.ts'
import type { Dependence } from './dependence.ts'
import { draw } from './copula.ts'
import type { ParlayLeg } from './leg.ts'
import { type LegView, legView } from './leg-view.ts'
import { allWin, at, average, type Tally } from './tally.ts'

/** Correlated legs with their draws, from which tallies can be computed for changed chances. */
export interface EntryPart {
  readonly legs: readonly ParlayLeg[]
  readonly views: readonly LegView[]
  /** View of the leg at an index, with the chances of `leg`. */
  readonly view: (leg: ParlayLeg, place: number) => LegView
}

/** Limits the chance that all legs win to the bounds given by the chances of the legs (M. Fréchet 1935). */
function withinBounds(tally: Tally, legs: readonly ParlayLeg[]): Tally {
  const wins = legs.map(({ win, noPlay }) => win * (1 - noPlay))
  const most = Math.min(...wins)
  const least = wins.reduce((sum, win) => sum + win, 1 - wins.length)
  const found = allWin(tally)
  const bounded = Math.min(most, Math.max(0, least, found))
  if (bounded === found || found === 1) return tally
  const chance = tally.chance.map((value) => (value * (1 - bounded)) / (1 - found))
  chance[at(tally.legs, tally.legs, 0, 0)] = bounded
  return { legs: tally.legs, chance }
}

/** Tally of a part: the mean over the copies of the lattice. */
export const partTally = (copies: readonly Tally[], legs: readonly ParlayLeg[]): Tally =>
  withinBounds(average(copies), legs)

/**
 * Splits the legs of an entry into independent parts, with draws for those of several legs.
 * @param seed of the draws; equal seeds give equal draws
 */
export function entryParts(legs: readonly ParlayLeg[], table: Dependence, seed: number): EntryPart[] {
  const random = xoroshiro128plus(seed)
  return clustersOf(legs, table).map((cluster) => {
    const draws = cluster.legs.length > 1 ? draw(cluster.correlation, random) : null
    const view = (leg: ParlayLeg, place: number) => legView(leg, draws, place)
    return { legs: cluster.legs, views: cluster.legs.map(view), view }
  })
}
