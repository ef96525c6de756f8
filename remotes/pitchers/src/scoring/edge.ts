import { roundFloatError } from '@propsight/shared/domain'

/** Standard deviation of a pitcher with fewer than two starts (H4). */
export const DEFAULT_STD_DEV = 1.2
const LEAST_STD_DEV = 1
const MOST_Z = 3

/**
 * The edge z: projection minus line in standard deviations, clamped to −3..3 (kZ, haZ; H4). The divisor is at
 * least 1, so that equal recent starts, with a standard deviation near 0, do not produce an extreme edge.
 * @param stdDev of the recent starts; null when unknown, which counts as 1.2
 * @returns null without a projection or a line
 */
export function edgeZ(projected: number | null, line: number | null, stdDev: number | null): number | null {
  if (projected === null || line === null) return null
  const z = roundFloatError((projected - line) / Math.max(LEAST_STD_DEV, stdDev ?? DEFAULT_STD_DEV))
  return Math.min(MOST_Z, Math.max(-MOST_Z, z))
}

/**
 * Whether the engine's likelier side differs from the projection's side. False when either has no side.
 * @param overChance the engine's chance of the over, 0 to 1, without pushes
 * @param underChance the engine's chance of the under, 0 to 1, without pushes
 */
export const enginesDisagree = (z: number | null, overChance: number, underChance: number): boolean =>
  z !== null && (z > 0 ? underChance > overChance : z < 0 && overChance > underChance)
