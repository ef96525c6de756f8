/** Arithmetic mean; null without values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Rounds a figure to nine decimals to remove floating-point error: 6.3 − 5.5 gives 0.8 instead of
 * 0.7999999999999998, so that it meets a threshold of 0.8.
 */
export const withoutNoise = (figure: number): number => Math.round(figure * 1e9) / 1e9
