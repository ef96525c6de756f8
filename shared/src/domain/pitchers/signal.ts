import { DEFAULT_STD_DEV } from './edge.ts'
import { withoutNoise } from './figures.ts'
import type { PitcherStat } from './pitcher-stat.ts'

export type PitcherSignal = 'HIGH' | 'MEDIUM' | 'LOW' | 'N/A'

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
 * A pitcher's signal (kSignal, haSignal; specification 2 §9):
 * by z; without z by how far the recent average lies above the line, HIGH for a steady pitcher only; with neither a
 * line nor games against the opponent by the recent average alone; otherwise N/A (DECISIONS, Numbers).
 */
export function pitcherSignal({ stat, z, line, average, stdDev, opponentGames }: SignalInput): PitcherSignal {
  if (z !== null) return step(z, Z_STEPS)
  if (average === null) return 'N/A'
  if (line !== null) {
    const found = step(withoutNoise(average - line), OVER_LINE_STEPS)
    return found === 'HIGH' && (stdDev ?? DEFAULT_STD_DEV) > STEADY_STD_DEV ? 'MEDIUM' : found
  }
  return opponentGames === 0 ? step(average, AVERAGE_STEPS[stat]) : 'N/A'
}
