import { withoutNoise } from '@propsight/shared/domain'

/** The spread of a pitcher whose spread is not known (specification 2 §9; DECISIONS, Numbers). */
export const DEFAULT_STD_DEV = 1.2
const LEAST_STD_DEV = 1
const MOST_Z = 3

/**
 * The edge z: projection less line in standard deviations, clamped to −3..3 (kZ, haZ; specification 2 §9). The
 * divisor is never below 1, so that five equal starts do not make an edge of nothing.
 * @param stdDev of the recent starts; null where it is unknown, which counts as 1.2
 * @returns null without a projection or a line
 */
export function edgeZ(projected: number | null, line: number | null, stdDev: number | null): number | null {
  if (projected === null || line === null) return null
  const z = withoutNoise((projected - line) / Math.max(LEAST_STD_DEV, stdDev ?? DEFAULT_STD_DEV))
  return Math.min(MOST_Z, Math.max(-MOST_Z, z))
}

/**
 * Whether the engine's likelier side is another than the projection's. Nothing to compare is no disagreement.
 * @param overChance engine's chance of the over, @param underChance of the under: pushes are neither
 */
export const enginesDisagree = (z: number | null, overChance: number, underChance: number): boolean =>
  z !== null && (z > 0 ? underChance > overChance : z < 0 && overChance > underChance)
