/** A source's count as one that can be: what is missing, negative or no number counts nothing. */
export const countOf = (value: number | null): number =>
  value !== null && Number.isFinite(value) ? Math.max(0, value) : 0
