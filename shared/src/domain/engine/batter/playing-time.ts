import type { BattingConstants } from './constants.ts'
import { shiftOf } from './context.ts'
import type { Evidence } from './evidence.ts'

const meanOf = (chances: readonly number[]): number => chances.reduce((sum, p, n) => sum + n * p, 0)

/** Half as many steps would do: the mean is nearly a straight line of the tilt. */
const NEWTON_STEPS = 3

/**
 * Moves the mean of a distribution over 0, 1, 2 … by exponential tilting, the change that adds least information
 * (Csiszár 1975). `shift` is cut off so that the mean stays inside the values.
 */
export function moveMean(chances: readonly number[], shift: number): number[] {
  const start = meanOf(chances)
  const target = Math.min(chances.length - 1.5, Math.max(0.5, start + shift))
  let tilted = [...chances]
  let tilt = 0
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const mean = meanOf(tilted)
    const variance = tilted.reduce((sum, p, n) => sum + (n - mean) ** 2 * p, 0)
    if (variance < 1e-6) return tilted
    tilt += Math.min(3, Math.max(-3, (target - mean) / variance))
    const weights = chances.map((p, n) => p * Math.exp(tilt * (n - start)))
    const sum = weights.reduce((a, b) => a + b, 0)
    tilted = weights.map((weight) => weight / sum)
  }
  return tilted
}

/** Plate appearances of a starter in tonight's mix of places, before anything else is known of him. */
export const bySlots = (slots: readonly number[], { playingTime }: BattingConstants): number[] =>
  Array.from({ length: 9 }, (_, n) =>
    slots.reduce((sum, chance, at) => sum + chance * (playingTime.bySlot[at]?.[n] ?? 0), 0),
  )

/** How much oftener than others in his places he comes up in a start: positive for one who is seldom lifted. */
export function ownAppearances(evidence: Evidence, constants: BattingConstants): number {
  const { starts, startAppearances } = evidence.own
  const usual = evidence.usually.reduce(
    (sum, chance, at) => sum + chance * meanOf(constants.playingTime.bySlot[at] ?? []),
    0,
  )
  return (
    (startAppearances - starts * (usual + evidence.leagueAppearances)) /
    (starts + constants.playingTime.strength)
  )
}

/** Shift of the mean appearances that the season, tonight's game and his own habit make. */
export const appearanceShift = (evidence: Evidence, constants: BattingConstants): number =>
  evidence.leagueAppearances +
  shiftOf({ ...evidence.context, own: ownAppearances(evidence, constants) }, constants.playingTime.context)
