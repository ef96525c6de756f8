/** Two-sided 80% of the normal distribution, in standard deviations. */
export const Z_80 = 1.281552
