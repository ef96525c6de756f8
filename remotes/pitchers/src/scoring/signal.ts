import { type PitcherStat, withoutNoise } from '@propsight/shared/domain'
import { DEFAULT_STD_DEV } from './edge.ts'

export type PitcherSignal = 'HIGH' | 'MEDIUM' | 'LOW' | 'N/A'

/** What a signal is taken from: the edge z, the average less the line, the average alone, or nothing. */
export type SignalBasis = 'edge' | 'average-over-line' | 'average' | 'none'

/** From which figure on a signal is HIGH and MEDIUM (specification 2 §9). */
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

const step = (figure: number, { high, medium }: Steps): PitcherSignal =>
  figure >= high ? 'HIGH' : figure >= medium ? 'MEDIUM' : 'LOW'

export interface SignalInput {
  readonly stat: PitcherStat
  readonly z: number | null
  readonly line: number | null
  /** Of the recent starts. */
  readonly average: number | null
  readonly stdDev: number | null
  readonly opponentGames: number
}

/**
 * A pitcher's signal (kSignal, haSignal; specification 2 §9) and what it is taken from:
 * z; without z how far the recent average is above the line, HIGH for a steady pitcher only; with neither a line nor
 * games against the opponent the recent average alone; otherwise N/A (DECISIONS, Numbers).
 */
export function pitcherSignal({ stat, z, line, average, stdDev, opponentGames }: SignalInput): {
  signal: PitcherSignal
  basis: SignalBasis
} {
  if (z !== null) return { signal: step(z, Z_STEPS), basis: 'edge' }
  if (average !== null && line !== null) {
    const found = step(withoutNoise(average - line), OVER_LINE_STEPS)
    const unsteady = found === 'HIGH' && (stdDev ?? DEFAULT_STD_DEV) > STEADY_STD_DEV
    return { signal: unsteady ? 'MEDIUM' : found, basis: 'average-over-line' }
  }
  if (average !== null && opponentGames === 0) {
    return { signal: step(average, AVERAGE_STEPS[stat]), basis: 'average' }
  }
  return { signal: 'N/A', basis: 'none' }
}
