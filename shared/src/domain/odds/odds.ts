/** Ways to remove a bookmaker's margin from the odds of one market. */
export const VIG_REMOVALS = ['proportional', 'power', 'shin'] as const
export type VigRemoval = (typeof VIG_REMOVALS)[number]

/**
 * Decimal odds (stake included) of American odds: +150 pays 150 per 100 staked, −150 pays 100 per 150 staked.
 * @param american a finite number, at most −100 or at least 100
 */
export const decimalOdds = (american: number): number =>
  american > 0 ? 1 + american / 100 : 1 - 100 / american

/**
 * American odds of decimal odds, rounded to a whole number: at most −100 or at least 100.
 * @param decimal above 1
 */
export const americanOdds = (decimal: number): number =>
  Math.round(decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1))

/** Chance at which a bet with these decimal odds breaks even; it contains the bookmaker's margin. */
export const impliedChance = (decimal: number): number => 1 / decimal

/** Chance of winning at which a bet breaks even if it can also push, which returns the stake. */
export const priceBreakEven = (decimal: number, push = 0): number => (1 - push) * impliedChance(decimal)

/**
 * Expected profit per unit staked. A push returns the stake.
 * @param win chance of winning, including the pushes in the denominator
 * @param push chance that the stake is returned
 */
export const expectedProfit = (win: number, push: number, decimal: number): number =>
  win * (decimal - 1) - (1 - win - push)

const STEPS = 100

/** Root of a decreasing function between two bounds, by bisection. */
function bisect(decreasing: (x: number) => number, from: number, to: number): number {
  let low = from
  let high = to
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (decreasing(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const proportional = (implied: readonly number[]): number[] => {
  const sum = sumOf(implied)
  return implied.map((chance) => chance / sum)
}

/** An exponent beyond any margin of a bookmaker. */
const MOST_POWER = 100

const power = (implied: readonly number[]): number[] => {
  const raised = (exponent: number) => implied.map((chance) => chance ** exponent)
  return proportional(raised(bisect((exponent) => sumOf(raised(exponent)) - 1, 0, MOST_POWER)))
}

const shin = (implied: readonly number[]): number[] => {
  const sum = sumOf(implied)
  // Without a margin the model has no insiders.
  if (sum <= 1) return proportional(implied)
  const half = (sum - 1) / 2
  // The solution for two outcomes (Štrumbelj 2014). A board has thousands of them, and bisection is slow.
  if (implied.length === 2 && Math.min(...implied) > half) return implied.map((chance) => chance - half)
  const chances = (insiders: number) =>
    implied.map(
      (chance) =>
        (Math.sqrt(insiders ** 2 + (4 * (1 - insiders) * chance ** 2) / sum) - insiders) /
        (2 * (1 - insiders)),
    )
  return proportional(chances(bisect((insiders) => sumOf(chances(insiders)) - 1, 0, 1 - 1e-9)))
}

const METHODS: Readonly<Record<VigRemoval, (implied: readonly number[]) => number[]>> = {
  proportional,
  power,
  shin,
}

/**
 * Chances of the outcomes of one market without the bookmaker's margin. They sum to one.
 *
 * - `proportional` divides the implied chances by their sum.
 * - `power` raises them to the exponent with which they sum to one.
 * - `shin` assumes a share of bettors with inside information, against whom the bookmaker protects himself.
 *   With two outcomes it equals subtracting half of the margin from each.
 *
 * Sources: S. Clarke, S. Kovalchik and M. Ingram, 'Adjusting bookmaker's odds to allow for overround',
 * American Journal of Sports Science 5 (2017); H. S. Shin, 'Measuring the incidence of insider trading in a
 * market for state-contingent claims', The Economic Journal 103 (1993); E. Štrumbelj, 'On determining
 * probability forecasts from betting odds', International Journal of Forecasting 30 (2014).
 * @param decimals decimal odds of all outcomes of the market, each above 1
 */
export const removeVig = (decimals: readonly number[], method: VigRemoval): number[] =>
  METHODS[method](decimals.map(impliedChance))
