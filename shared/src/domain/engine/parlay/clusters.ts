import { type Dependence, legCorrelation } from '../../sports/index.ts'
import { lineKey, type ParlayLeg } from './leg.ts'

/** Legs that are correlated directly or through other legs, with their correlations. */
export interface Cluster {
  readonly legs: readonly ParlayLeg[]
  readonly correlation: readonly (readonly number[])[]
}

const byLine = (a: ParlayLeg, b: ParlayLeg): number => (lineKey(a) < lineKey(b) ? -1 : 1)

const samePlayer = (a: ParlayLeg, b: ParlayLeg): boolean => a.game === b.game && a.player === b.player

/**
 * Groups the legs of an entry into independent clusters. Clusters and their legs are sorted, so that the
 * results do not depend on the order of the input, to the last bit.
 * @param legs at most one per line
 */
export function clusterLegs(legs: readonly ParlayLeg[], table: Dependence): Cluster[] {
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
