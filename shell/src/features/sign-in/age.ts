/** Least age at sign-up (specification 1 §9). */
export const MINIMUM_AGE_YEARS = 21
const YEAR_MS = 365.25 * 86_400_000

/**
 * Age in years: elapsed time by a 365.25-day year (specification 1 §5).
 * @param dateOfBirth `YYYY-MM-DD`; NaN for anything that is no date
 */
export const ageInYears = (dateOfBirth: string, now: Date): number =>
  (now.getTime() - Date.parse(dateOfBirth)) / YEAR_MS
