import { type BattingConstants, CALENDAR, weighContext } from './constants.ts'
import type { Evidence } from './evidence.ts'

/** Mean of a distribution over 0, 1, 2 … */
export const meanCount = (chances: readonly number[]): number => {
  let mean = 0
  for (let n = 1; n < chances.length; n++) mean += n * (chances[n] ?? 0)
  return mean
}

/** The mean is nearly linear in the tilt, so even fewer steps would be enough. */
const NEWTON_STEPS = 3

/**
 * Shifts the mean of a distribution over 0, 1, 2 … by exponential tilting: the result has the least
 * divergence from `chances` among those with that mean (Csiszár 1975). `shift` is limited so that the mean
 * stays within the values.
 */
export function shiftMean(chances: readonly number[], shift: number): number[] {
  const start = meanCount(chances)
  const target = Math.min(chances.length - 1.5, Math.max(0.5, start + shift))
  const tilted = [...chances]
  let tilt = 0
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const mean = meanCount(tilted)
    let variance = 0
    for (let n = 0; n < tilted.length; n++) variance += (n - mean) ** 2 * (tilted[n] ?? 0)
    if (variance < 1e-6) return tilted
    tilt += Math.min(3, Math.max(-3, (target - mean) / variance))
    let sum = 0
    for (let n = 0; n < tilted.length; n++) {
      const weight = (chances[n] ?? 0) * Math.exp(tilt * (n - start))
      tilted[n] = weight
      sum += weight
    }
    for (let n = 0; n < tilted.length; n++) tilted[n] = (tilted[n] ?? 0) / sum
  }
  return tilted
}

/** Distribution of a starter's plate appearances for a mix of places in the batting order. */
export const mixAppearances = (slots: readonly number[], { playingTime }: BattingConstants): number[] =>
  Array.from({ length: 9 }, (_, n) =>
    slots.reduce((sum, chance, at) => sum + chance * (playingTime.bySlot[at]?.[n] ?? 0), 0),
  )

/**
 * Plate appearances per start of the batter minus those usual in the same places in the order; shrunk.
 * Positive for a batter who is seldom substituted.
 */
export function ownAppearances(evidence: Evidence, constants: BattingConstants): number {
  const { starts, startAppearances } = evidence.own
  const usual = evidence.usualSlots.reduce(
    (sum, chance, at) => sum + chance * meanCount(constants.playingTime.bySlot[at] ?? []),
    0,
  )
  return (
    (startAppearances - starts * (usual + evidence.leagueAppearances)) /
    (starts + constants.playingTime.strength)
  )
}

/** Shift of the mean plate appearances by the season, the game context and the batter's own record. */
export const appearanceShift = (evidence: Evidence, constants: BattingConstants): number =>
  evidence.leagueAppearances +
  weighContext(
    { ...evidence.context, own: ownAppearances(evidence, constants) },
    constants.playingTime.context,
  ) +
  CALENDAR.reduce((sum, name) => sum + evidence.calendar[name] * constants.playingTime.calendar[name], 0)
