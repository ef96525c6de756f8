import {
  type OpponentHistory,
  type PitcherStat,
  type StartCounts,
  summarizeOpponentHistory,
} from '@propsight/shared/domain'
import { computeRecentForm, parkMultiplier, projection, type RecentForm } from './projection.ts'
import { deriveSignal, edgeZ, type PitcherSignal, type SignalBasis } from './signal.ts'

export interface PitcherEvidence {
  /** This season's starts, oldest first. */
  readonly recent: readonly (StartCounts & { readonly started?: boolean })[]
  /** Games against today's opponent, oldest first. */
  readonly vsOpponent: readonly StartCounts[]
  /** The season's strikeouts, or hits, per nine innings. */
  readonly per9: number | null
  readonly venueName: string
  readonly line: number | null
}

/** Result of the scoring rules for one pitcher and one market. */
export interface PitcherAssessment {
  readonly line: number | null
  readonly recent: RecentForm
  readonly opponent: OpponentHistory
  readonly parkMultiplier: number
  readonly projected: number | null
  readonly z: number | null
  readonly signal: PitcherSignal
  /** Basis of the signal. */
  readonly signalBasis: SignalBasis
}

/** Computes projection, edge and signal of one pitcher in one market (H3, H4). */
export function assessPitcher(stat: PitcherStat, evidence: PitcherEvidence): PitcherAssessment {
  const { line } = evidence
  const recent = computeRecentForm(evidence.recent, stat)
  const opponent = summarizeOpponentHistory(evidence.vsOpponent, stat)
  const park = parkMultiplier(evidence.venueName, stat)
  const projected = projection({ recent, opponent, per9: evidence.per9, parkMultiplier: park })
  const z = edgeZ(projected, line, recent.stdDev)
  const { average, stdDev } = recent
  const { signal, basis } = deriveSignal({
    stat,
    z,
    line,
    average,
    stdDev,
    opponentGames: opponent.games,
  })
  return { line, recent, opponent, parkMultiplier: park, projected, z, signal, signalBasis: basis }
}
