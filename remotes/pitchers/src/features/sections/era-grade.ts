/** Good below 3, poor above 4.5 (specification 2 §9). */
const GOOD = 3
const POOR = 4.5

export const eraGrade = (era: number | null): string | undefined =>
  era === null ? undefined : era < GOOD ? 'u-good' : era > POOR ? 'u-low' : undefined
