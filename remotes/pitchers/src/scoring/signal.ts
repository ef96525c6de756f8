import { asShown, type PitcherStat } from '@propsight/shared/domain'

/** Standard deviation of a pitcher with fewer than two starts (H4). */
export const DEFAULT_STD_DEV = 1.2
const MIN_STD_DEV = 1
const MAX_Z = 3

/**
 * The edge z: projection minus line in standard deviations, clamped to −3..3 (kZ, haZ; H4). The divisor is at
 * least 1, so that equal recent starts, with a standard deviation near 0, do not produce an extreme edge. Rounded to
 * the two decimals that are shown, so that signal, rank and figure agree.
 * @param stdDev of the recent starts; null when unknown, which counts as 1.2
 * @returns null without a projection or a line
 */
export function edgeZ(projected: number | null, line: number | null, stdDev: number | null): number | null {
  if (projected === null || line === null) return null
  const z = asShown((projected - line) / Math.max(MIN_STD_DEV, stdDev ?? DEFAULT_STD_DEV), 2)
  return Math.min(MAX_Z, Math.max(-MAX_Z, z))
}

/**
 * Whether the engine's likelier side, in whole percent, differs from the projection's side. False when either has no
 * side.
 * @param overChance the engine's chance of the over, 0 to 1, without pushes
 * @param underChance the engine's chance of the under, 0 to 1, without pushes
 */
export function engineDisagrees(z: number | null, overChance: number, underChance: number): boolean {
  const lead = asShown(100 * overChance, 0) - asShown(100 * underChance, 0)
  return z !== null && z * lead < 0
}

export type PitcherSignal = 'HIGH' | 'MEDIUM' | 'LOW' | 'N/A'

/** Basis of a signal: the edge z, the average minus the line, the average alone, or none. */
export type SignalBasis = 'edge' | 'average-over-line' | 'average' | 'none'

/** Lowest figures of the signals HIGH and MEDIUM (H4). */
interface Steps {
  readonly high: number
  readonly medium: number
}
export const Z_STEPS: Steps = { high: 0.8, medium: 0.35 }
const OVER_LINE_STEPS: Steps = { high: 1, medium: 0.3 }
const STEADY_STD_DEV = 1.2
const AVERAGE_STEPS: Record<PitcherStat, Steps> = {
  strikeouts: { high: 8, medium: 6 },
  'hits-allowed': { high: 6, medium: 5 },
}

function step(figure: number, { high, medium }: Steps): PitcherSignal {
  if (figure >= high) return 'HIGH'
  return figure >= medium ? 'MEDIUM' : 'LOW'
}

export interface SignalInput {
  readonly stat: PitcherStat
  readonly z: number | null
  readonly line: number | null
  /** Average of the recent starts. */
  readonly average: number | null
  readonly stdDev: number | null
  readonly opponentGames: number
}

/**
 * A pitcher's signal (kSignal, haSignal; H4) and its basis, the first that applies, with averages at one decimal:
 * - the edge z;
 * - the recent average minus the line, HIGH only with a standard deviation of at most 1.2;
 * - the recent average alone, without a line and without games against the opponent;
 * - none: N/A.
 */
export function deriveSignal({ stat, z, line, average, stdDev, opponentGames }: SignalInput): {
  signal: PitcherSignal
  basis: SignalBasis
} {
  if (z !== null) return { signal: step(z, Z_STEPS), basis: 'edge' }
  const shownAverage = average === null ? null : asShown(average, 1)
  if (shownAverage !== null && line !== null) {
    const found = step(asShown(shownAverage - line, 1), OVER_LINE_STEPS)
    const unsteady = found === 'HIGH' && (stdDev ?? DEFAULT_STD_DEV) > STEADY_STD_DEV
    return { signal: unsteady ? 'MEDIUM' : found, basis: 'average-over-line' }
  }
  if (shownAverage !== null && opponentGames === 0) {
    return { signal: step(shownAverage, AVERAGE_STEPS[stat]), basis: 'average' }
  }
  return { signal: 'N/A', basis: 'none' }
}
