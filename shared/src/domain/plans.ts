/** Plans: credits and price a month (specification 1 §3). */
export const PLANS = {
  free: { label: 'Free', creditsPerMonth: 20, priceUsdPerMonth: 0 },
  basic: { label: 'Basic', creditsPerMonth: 100, priceUsdPerMonth: 9.99 },
  premium: { label: 'Premium', creditsPerMonth: 500, priceUsdPerMonth: 29.99 },
} as const

/** Credits of a new profile (specification 1 §9). */
export const STARTING_CREDITS = 20

/** Credits that one use takes: 1, and 3 for All Stat Lines (specification 1 §3, 2 §2). */
const USE_COST_CREDITS = 1
const ALL_STAT_LINES_COST_CREDITS = 3
export const PARLAY_COST_CREDITS = 1

/** What one analysis of a menu category costs, in credits. */
export const analysisCost = (category: string): number =>
  category === 'All Stat Lines' ? ALL_STAT_LINES_COST_CREDITS : USE_COST_CREDITS
