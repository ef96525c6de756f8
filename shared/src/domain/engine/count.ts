/** Sanitises a count of a source: null, NaN, infinite and negative values count as 0. */
export const countOf = (value: number | null): number =>
  value !== null && Number.isFinite(value) ? Math.max(0, value) : 0
