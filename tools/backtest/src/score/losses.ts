/** Minimum distance of a probability from 0 and 1, so that no logarithmic score is infinite. */
const LEAST_CHANCE = 1e-6

/** Limits a probability to the range of finite scores. */
export const clampChance = (chance: number): number =>
  Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))

/** Mean of the values; NaN without one. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Squared error of each probability (Brier 1950). `overs` are the outcomes, 0 or 1. */
export const squaredErrors = (chances: readonly number[], overs: readonly number[]): number[] =>
  chances.map((chance, row) => (chance - (overs[row] ?? 0)) ** 2)

/** Mean logarithmic score in nats (Good 1952). `overs` are the outcomes, 0 or 1. */
export const logLoss = (chances: readonly number[], overs: readonly number[]): number =>
  -mean(
    chances.map((chance, row) => {
      const p = clampChance(chance)
      return Math.log(overs[row] === 1 ? p : 1 - p)
    }),
  )
