/** A logarithmic score would be infinite for a 0 that happened: chances are read as at least this far from 0 and 1. */
const LEAST_CHANCE = 1e-6

export const clampChance = (chance: number): number =>
  Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))

/** Mean of the values; NaN without one. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Squared error of each chance (Brier 1950). @param overs 0 or 1 each */
export const squaredErrors = (chances: readonly number[], overs: readonly number[]): number[] =>
  chances.map((chance, row) => (chance - (overs[row] ?? 0)) ** 2)

/** Mean logarithmic score, in nats (Good 1952). @param overs 0 or 1 each */
export const logLoss = (chances: readonly number[], overs: readonly number[]): number =>
  -mean(
    chances.map((chance, row) => {
      const p = clampChance(chance)
      return Math.log(overs[row] === 1 ? p : 1 - p)
    }),
  )
