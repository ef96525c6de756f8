/** Plans with their credits and price per month (C1). */
export const PLANS = {
  free: { label: 'Free', creditsPerMonth: 20, priceUsdPerMonth: 0 },
  basic: { label: 'Basic', creditsPerMonth: 100, priceUsdPerMonth: 9.99 },
  premium: { label: 'Premium', creditsPerMonth: 500, priceUsdPerMonth: 29.99 },
} as const

/** Credits of a new profile (A10). */
export const STARTING_CREDITS = 20

/** Cost of one use in credits: 1, and 3 for All Stat Lines (C1). */
const USE_COST_CREDITS = 1
const ALL_STAT_LINES_COST_CREDITS = 3
export const PARLAY_COST_CREDITS = 1

/** Cost of one analysis of a menu category, in credits. */
export const analysisCost = (category: string): number =>
  category === 'All Stat Lines' ? ALL_STAT_LINES_COST_CREDITS : USE_COST_CREDITS
