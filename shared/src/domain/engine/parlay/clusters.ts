import { lineKey } from './check-legs.ts'
import { type Dependence, legCorrelation } from './dependence.ts'
import type { ParlayLeg } from './leg.ts'

/** Legs that go together, directly or through each other, with their correlations. */
export interface Cluster {
  readonly legs: readonly ParlayLeg[]
  readonly correlation: readonly (readonly number[])[]
}

const byLine = (a: ParlayLeg, b: ParlayLeg): number => (lineKey(a) < lineKey(b) ? -1 : 1)

const samePlayer = (a: ParlayLeg, b: ParlayLeg): boolean => a.game === b.game && a.player === b.player

/**
 * An entry's legs in groups that have nothing to do with each other. Groups and legs stand in an order of their own,
 * so that the order in which an entry names its legs changes nothing, to the last bit.
 * @param legs without a line twice
 */
export function clustersOf(legs: readonly ParlayLeg[], table: Dependence): Cluster[] {
  const rest = legs.toSorted(byLine)
  const groups: ParlayLeg[][] = []
  for (let first = rest.shift(); first; first = rest.shift()) {
    const group = [first]
    for (const member of group) {
      for (const other of [...rest]) {
        if (!samePlayer(member, other) && legCorrelation(table, member, other) === 0) continue
        group.push(other)
        rest.splice(rest.indexOf(other), 1)
      }
    }
    groups.push(group.toSorted(byLine))
  }
  return groups.map((group) => ({
    legs: group,
    correlation: group.map((a) => group.map((b) => (a === b ? 1 : legCorrelation(table, a, b)))),
  }))
}
