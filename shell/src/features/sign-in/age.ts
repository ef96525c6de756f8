/** Minimum age at sign-up, years (A3). */
export const MINIMUM_AGE_YEARS = 21
const YEAR_MS = 365.25 * 86_400_000

/**
 * Age in years: elapsed time divided by 365.25 days (A3). NaN for an invalid date.
 * @param dateOfBirth `YYYY-MM-DD`
 */
export const ageInYears = (dateOfBirth: string, now: Date): number =>
  (now.getTime() - Date.parse(dateOfBirth)) / YEAR_MS
