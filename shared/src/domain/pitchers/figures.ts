/** Arithmetic mean; null without values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * A figure without the noise of binary fractions: 6.3 − 5.5 is 0.8, not 0.7999999999999998, and a threshold of 0.8
 * must find it so.
 */
export const withoutNoise = (figure: number): number => Math.round(figure * 1e9) / 1e9
