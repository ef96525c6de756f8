/** Quantile of the normal distribution for a two-sided 80% interval. */
export const Z_80 = 1.281552
