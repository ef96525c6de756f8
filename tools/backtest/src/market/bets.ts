import { isSupported, lineForecast } from '@propsight/shared/domain'
import { lineOdds } from '@propsight/shared/domain/engine'
import { bestOdds, expectedProfit, noVigOver, PRODUCT_REMOVAL } from '@propsight/shared/domain/odds'
import { bootstrapRatio, type Estimate, mean } from '../score/figures.ts'
import { type ForecastGame, type Price, shownMarket } from './forecast-prices.ts'
import type { WeightsOf } from './learn-weights.ts'
import { isOf, type JudgedMarket, marketName } from './score-market.ts'

/** Claimed expected profits per unit above which a rule bets. */
export const THRESHOLDS = [0, 0.05, 0.1, 0.2] as const

/** The better side of one game at the best price of a snapshot. */
export interface Bet {
  readonly date: string
  /** Expected profit per unit. */
  readonly claimed: number
  /** Lower end of its 80% interval. */
  readonly claimedLow: number
  /** Profit per unit staked: 0 for a push; null if the bet is void. */
  readonly profit: number | null
  readonly push: boolean
  /** Closing no-vig chance of the side at the line, minus that of the first snapshot; null without both. */
  readonly closingValue: number | null
}

/** Results of one betting rule. Figures without a bet are NaN. */
export interface BetFigures {
  readonly rule: string
  readonly stat: string
  readonly price: Price
  /**
   * `claimed`: the engine's expected profit is above `threshold`. `interval`: the lower end of the expected
   * profit by the displayed probability is above 0. `gate`: bets of `interval` that were made while those of
   * earlier dates supported edges, as in the product.
   */
  readonly kind: 'claimed' | 'interval' | 'gate'
  readonly threshold: number
  /** Settled bets, pushes included. */
  readonly n: number
  /** Days with a settled bet. */
  readonly days: number
  readonly pushes: number
  /** Bets whose stake was returned because the player did not play; not in `n`. */
  readonly voids: number
  /** Mean claimed profit per unit of the settled bets. */
  readonly claimed: number
  /** Profit per unit staked, with its 95% interval. */
  readonly roi: number
  readonly low: number
  readonly high: number
  /** Mean closing-line value with its interval; null for bets at the close. */
  readonly closingValue: (Estimate & { readonly n: number }) | null
}

type Side = 'over' | 'under'

/** The chances of one side: of winning, the lower end of its 80% interval, and of a push. */
export interface SideChances {
  readonly win: number
  readonly low: number
  readonly push: number
}

/** The chances of a side of a game; null if none are claimed. */
type ChancesOf = (game: ForecastGame, price: Price, side: Side) => SideChances | null

/** The chances of a side by the engine alone. */
export const engineSide = (game: ForecastGame, price: Price, side: Side): SideChances => {
  const { line } = game.joined.priced[price]
  const { distribution, low, high } = game[price]
  const { push } = lineOdds(distribution, line)
  const [win, ...ends] = [distribution, low, high].map((each) => lineOdds(each, line)[side])
  return { win: win ?? 0, low: Math.min(win ?? 0, ...ends), push }
}

/**
 * The chances of a side as the product displays them where it knows the price; null where no book offers both
 * sides, because the engine alone would then be judged.
 */
export const shownSide =
  (weightsOn: WeightsOf) =>
  (game: ForecastGame, price: Price, side: Side): SideChances | null => {
    const { priced, row, stat } = game.joined
    const { line, quotes } = priced[price]
    const over = noVigOver(quotes, line, PRODUCT_REMOVAL)
    if (over === null) return null
    const shown = shownMarket(game[price], line, over, 'books', weightsOn(stat, 'books', row.date))
    const call = side === 'over' ? 'OVER' : 'UNDER'
    const { chance, low, push } = lineForecast(
      { ...game[price], shown },
      { line, oddsType: 'standard' },
      call,
    )
    return { win: chance, low, push }
  }

/**
 * The bet with the greater claimed profit; null if no book offers a side.
 * @param chancesOf the probabilities that are claimed
 */
export function betterSide(game: ForecastGame, price: Price, chancesOf: ChancesOf = engineSide): Bet | null {
  const { joined } = game
  const { first, close } = joined.priced
  const { line, quotes } = joined.priced[price]
  const sides = (['over', 'under'] as const).flatMap((side) => {
    const decimal = bestOdds(quotes, line, side)
    const chances = chancesOf(game, price, side)
    if (decimal === null || chances === null) return []
    const { win, low, push } = chances
    const claimed = expectedProfit(win, push, decimal)
    return [{ side, decimal, claimed, claimedLow: expectedProfit(low, push, decimal) }]
  })
  const [best] = sides.toSorted((a, b) => b.claimed - a.claimed)
  if (!best) return null
  const before = noVigOver(first.quotes, line, 'proportional')
  const after = noVigOver(close.quotes, line, 'proportional')
  const rise = before === null || after === null || price === 'close' ? null : after - before
  return {
    date: joined.row.date,
    claimed: best.claimed,
    claimedLow: best.claimedLow,
    profit: profitOf(joined.actual, line, best),
    push: joined.actual === line,
    closingValue: rise !== null && best.side === 'under' ? -rise : rise,
  }
}

function profitOf(
  actual: number | null,
  line: number,
  { side, decimal }: { readonly side: Side; readonly decimal: number },
): number | null {
  if (actual === null) return null
  if (actual === line) return 0
  const won = actual > line === (side === 'over')
  return won ? decimal - 1 : -1
}

/** Mean of values by date, with its interval. */
const meanByDate = (rows: readonly { readonly date: string; readonly value: number }[]): Estimate =>
  bootstrapRatio(
    [...Map.groupBy(rows, ({ date }) => date).values()].map((day) => ({
      numerator: day.reduce((sum, { value }) => sum + value, 0),
      denominator: day.length,
    })),
  )

type Rule = Pick<BetFigures, 'rule' | 'stat' | 'price' | 'kind' | 'threshold'>

/** Settled bets with their profits. */
const settledOf = (made: readonly Bet[]) =>
  made.flatMap((bet) => (bet.profit === null ? [] : [{ ...bet, value: bet.profit }]))

const daysOf = (bets: readonly Bet[]): number => new Set(bets.map(({ date }) => date)).size

function scoreRule(rule: Rule, made: readonly Bet[]): BetFigures {
  const settled = settledOf(made)
  const moves = settled.flatMap(({ date, closingValue }) =>
    closingValue === null ? [] : [{ date, value: closingValue }],
  )
  const { estimate, low, high } = meanByDate(settled)
  return {
    ...rule,
    n: settled.length,
    days: daysOf(settled),
    pushes: settled.filter(({ push }) => push).length,
    voids: made.length - settled.length,
    claimed: mean(settled.map(({ claimed }) => claimed)),
    roi: estimate,
    low,
    high,
    closingValue: rule.price === 'close' ? null : { n: moves.length, ...meanByDate(moves) },
  }
}

/** The bets that were made on dates on which the settled bets of earlier dates supported edges. */
function atTheGate(bets: readonly Bet[]): Bet[] {
  const dates = [...new Set(bets.map(({ date }) => date))]
  const open = new Set(
    dates.filter((date) => {
      const earlier = settledOf(bets.filter((bet) => bet.date < date))
      const { low } = meanByDate(earlier)
      return isSupported({ n: earlier.length, days: daysOf(earlier), low: Number.isFinite(low) ? low : null })
    }),
  )
  return bets.filter(({ date }) => open.has(date))
}

/**
 * Results of betting on one stat at one snapshot's best prices: by thresholds of the engine's claimed profit,
 * then by the rules of the product.
 */
export function scoreBets(
  games: readonly ForecastGame[],
  judged: JudgedMarket,
  weightsOn: WeightsOf,
): BetFigures[] {
  const { stat, price } = judged
  const own = games.filter(isOf(judged))
  const betsBy = (chancesOf: ChancesOf) => own.flatMap((game) => betterSide(game, price, chancesOf) ?? [])
  const market = marketName(judged)
  const claims = betsBy(engineSide)
  const byThreshold = THRESHOLDS.map((threshold) =>
    scoreRule(
      {
        rule: `${market}, claimed above ${Math.round(100 * threshold)}%`,
        stat,
        price,
        threshold,
        kind: 'claimed',
      },
      claims.filter(({ claimed }) => claimed > threshold),
    ),
  )
  const certain = betsBy(shownSide(weightsOn)).filter(({ claimedLow }) => claimedLow > 0)
  const rule = { stat, price, threshold: 0 }
  return [
    ...byThreshold,
    scoreRule({ ...rule, rule: `${market}, shown interval above 0%`, kind: 'interval' }, certain),
    scoreRule({ ...rule, rule: `${market}, at the gate`, kind: 'gate' }, atTheGate(certain)),
  ]
}
