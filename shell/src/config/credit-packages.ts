/** One package of credits on the pricing tab. */
export interface CreditPackage {
  id: 'weekly' | 'monthly' | 'yearly'
  label: string
  credits: number
  /** Follows the number of credits: 'a month'. */
  every: string
  badge: string | null
  off: string | null
}

/** Packages in display order (S10). */
export const CREDIT_PACKAGES: readonly CreditPackage[] = [
  { id: 'weekly', label: 'Weekly', credits: 30, every: 'a week', badge: null, off: null },
  { id: 'monthly', label: 'Monthly', credits: 120, every: 'a month', badge: 'Most Popular', off: '35% OFF' },
  { id: 'yearly', label: 'Yearly', credits: 1_440, every: 'a year', badge: null, off: '46% OFF' },
]

/** Credits of the additional pack (S10). */
export const EXTRA_PACK_CREDITS = 30

/** Replaces every price while no price is set (S10). */
export const NO_PRICE_YET = 'TBD'

/** Message of every purchase button. */
export const PURCHASES_CLOSED = 'Purchases are not open yet.'

/** Replaces Buy Now for users of the free plan (S10). */
export const EXTRA_PACK_NEEDS_PLAN = 'Upgrade to a paid plan to purchase additional credits'
