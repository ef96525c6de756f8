import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { clustersOf } from './clusters.ts'
import type { Dependence } from './dependence.ts'
import { draw } from './draws.ts'
import type { ParlayLeg } from './leg.ts'
import { type LegView, legView } from './leg-view.ts'
import { allWin, at, average, type Tally } from './tally.ts'

/** Legs that go together, drawn once, to be counted with any chances. */
export interface EntryPart {
  readonly legs: readonly ParlayLeg[]
  readonly views: readonly LegView[]
  /** The view of the leg at a place, with chances of its own. */
  readonly view: (leg: ParlayLeg, place: number) => LegView
}

/** No joint chance lies outside what the chances of the legs allow (M. Fréchet 1935). */
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

/** The tally of a part, all copies of the lattice together. */
export const partTally = (copies: readonly Tally[], legs: readonly ParlayLeg[]): Tally =>
  withinBounds(average(copies), legs)

/**
 * An entry's legs in parts that have nothing to do with each other: those of several legs are drawn.
 * @param seed the same seed draws the same
 */
export function entryParts(legs: readonly ParlayLeg[], table: Dependence, seed: number): EntryPart[] {
  const random = xoroshiro128plus(seed)
  return clustersOf(legs, table).map((cluster) => {
    const draws = cluster.legs.length > 1 ? draw(cluster.correlation, random) : null
    const view = (leg: ParlayLeg, place: number) => legView(leg, draws, place)
    return { legs: cluster.legs, views: cluster.legs.map(view), view }
  })
}
