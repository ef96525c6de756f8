import type { OddsType } from '../lines/recommendation.ts'
import { findStatType, type LineKind } from '../stat-types.ts'
import { chanceAtLeast, type Distribution, lineOdds } from './distribution.ts'
import shipped from './fitted/line-evidence.json' with { type: 'json' }
import { expit, logit } from './probability.ts'

/** Weights of the log-odds that the displayed probability consists of. */
export interface EvidenceWeights {
  /** Games that the weights were fitted on; 0 for prior values. */
  readonly games: number
  /** With a price: weight of the books' probability without margin. */
  readonly market: number
  /** With a price: weight of the engine. */
  readonly engine: number
  /** Without a price: weight of the engine at the standard line. */
  readonly lineOnly: number
}

/** The fitted weights by stat (names of `findStatType`), with the data they come from. */
export interface LineEvidence {
  readonly data: string
  readonly from: string
  /** Last day of the fit. */
  readonly to: string
  readonly weights: Readonly<Record<string, EvidenceWeights>>
}

/** How much an offered line and its price are evidence, written by `npm run market -- --ship`. */
export const LINE_EVIDENCE: LineEvidence = shipped.value

/** A line and what the book offers on its market. */
export interface Offer {
  /** The number to beat. */
  readonly line: number
  /** `own`: a line that the user chose and no book offers, so that it is no evidence. */
  readonly oddsType: OddsType | 'own'
  /**
   * The book's standard line on the same player, market and game; null or absent if it is not known. A
   * standard line is its own.
   */
  readonly standardLine?: number | null | undefined
  /** The books' probability of the over without margin, if the stat does not equal the line. */
  readonly noVigOver?: number | null | undefined
}

/** The parts of a forecast that depend on the offer. */
export interface Band {
  readonly distribution: Distribution
  /** Ends of the 80% band of the model's errors. */
  readonly low: Distribution
  readonly high: Distribution
}

/**
 * Weights before any game was seen. A price contains nearly everything that is known, so the books start with
 * full weight. A moving line starts with half of the engine's log-odds. A fixed line tells nothing, so the
 * engine starts with full weight.
 */
export const PRIOR_WEIGHTS: Readonly<Record<LineKind, EvidenceWeights>> = {
  moving: { games: 0, market: 1, engine: 0.1, lineOnly: 0.5 },
  fixed: { games: 0, market: 1, engine: 0.1, lineOnly: 1 },
}

export const lineKind = (stat: string): LineKind => findStatType(stat)?.lineKind ?? 'moving'

/** The market with prices that stands in for the markets of its kind without prices. */
const STAND_IN: Readonly<Record<LineKind, string>> = { moving: 'Pitcher Strikeouts', fixed: 'Home Runs' }

/** Upper limit of a weight that was fitted on another market: never full trust. */
const MOST_BORROWED = 0.95

/**
 * Weights of a market. Without data of its own, those of the most similar market with data, with at most 0.95
 * of the engine's log-odds.
 */
export function evidenceWeights(stat: string, { weights }: LineEvidence): EvidenceWeights {
  const own = weights[stat]
  if (own) return own
  const kind = lineKind(stat)
  const borrowed = weights[STAND_IN[kind]] ?? PRIOR_WEIGHTS[kind]
  return { ...borrowed, games: 0, lineOnly: Math.min(MOST_BORROWED, borrowed.lineOnly) }
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** Chance of the over if the stat does not equal the line. */
export function decidedOver(distribution: Distribution, line: number): number {
  const { over, under } = lineOdds(distribution, line)
  return over + under > 0 ? over / (over + under) : 0.5
}

/**
 * Mixes the log-odds of a distribution with those of an end of its band, and moves them by `shift`. Both cover
 * the same values.
 */
function moved(middle: Distribution, end: Distribution, share: number, shift: number): Distribution {
  const [certain = 1, ...others] = middle.atLeast
  let least = 1
  const atLeast = others.map((chance, index) => {
    const other = end.atLeast[index + 1] ?? 0
    const mixed = (1 - share) * logit(chance) + share * logit(other)
    const isDecided = (chance <= 0 || chance >= 1) && (share === 0 || other === chance)
    least = Math.min(least, isDecided ? chance : expit(mixed + shift))
    return least
  })
  return { least: middle.least, atLeast: [certain, ...atLeast] }
}

/** The same distribution, written for the values from `from` to before `to`. */
function padded({ least, atLeast }: Distribution, from: number, to: number): Distribution {
  const before = Array.from({ length: least - from }, () => 1)
  const after = Array.from({ length: Math.max(0, to - least - atLeast.length) }, () => 0)
  return { least: from, atLeast: [...before, ...atLeast, ...after] }
}

/**
 * The shift s at a whole line, where a tie is possible. With the odds a of the over, b of at least the line and
 * t of the target, x = e^s solves (a x / (1 + a x)) (1 + b x) = t, hence a b x² + a (1 - t) x - t = 0.
 */
function shiftAtWholeLine(distribution: Distribution, line: number, logOdds: number): number {
  const over = Math.exp(logit(chanceAtLeast(distribution, line + 1)))
  const notUnder = Math.exp(logit(chanceAtLeast(distribution, line)))
  const target = Math.exp(logOdds)
  const square = over * notUnder
  const linear = over * (1 - target)
  const root = Math.sqrt(linear * linear + 4 * square * target)
  // Of the two forms of the positive root, the one that does not subtract nearly equal numbers.
  return Math.log(linear > 0 ? (2 * target) / (linear + root) : (root - linear) / (2 * square))
}

/** The shift of all log-odds after which the line has the given log-odds; 0 for a line that cannot be moved. */
function shiftTo(distribution: Distribution, line: number, logOdds: number): number {
  const chance = decidedOver(distribution, line)
  if (chance <= 0 || chance >= 1) return 0
  const now = logit(chance)
  // The chance of a half line is one of the moved chances.
  return Number.isInteger(line) ? shiftAtWholeLine(distribution, line, logOdds) : logOdds - now
}

/** How far the log-odds move, and which share of the engine's band remains. */
interface Movement {
  readonly shift: number
  readonly share: number
}

/** Log-odds of 1%. No book sets a standard line farther out, and the weights are not known there. */
const MOST_EVIDENCE = Math.log(99)

function movementOf(distribution: Distribution, offer: Offer, weights: EvidenceWeights): Movement {
  const { line, oddsType, standardLine, noVigOver } = offer
  const logOdds = (at: number) => logit(decidedOver(distribution, at))
  if (isNumber(noVigOver) && noVigOver > 0 && noVigOver < 1) {
    const target = weights.market * logit(noVigOver) + weights.engine * logOdds(line)
    return { shift: shiftTo(distribution, line, target), share: Math.min(1, weights.engine) }
  }
  const share = weights.lineOnly
  const shiftAtStandard = (at: number): number => {
    const own = logOdds(at)
    const evidence = Math.min(MOST_EVIDENCE, Math.max(-MOST_EVIDENCE, own))
    return shiftTo(distribution, at, own - (1 - share) * evidence)
  }
  if (isNumber(standardLine)) return { shift: shiftAtStandard(standardLine), share }
  if (oddsType === 'standard') return { shift: shiftAtStandard(line), share }
  // The book accepts More only, so the smaller of both chances is the cautious one: with its own band, if it is
  // the engine's.
  const shift = Math.min(0, shiftAtStandard(line))
  return { shift, share: shift < 0 ? share : 1 }
}

/**
 * Conditions a forecast on what the book offers. The whole distribution moves by one shift of its log-odds
 * (a proportional-odds model), so that a higher line is never likelier and lines of one player agree.
 *
 * - With a price: the chance at the line is a weighted sum of the log-odds of books and engine.
 * - With a line only: the engine's log-odds at the player's standard line are multiplied by `lineOnly`.
 *   Goblins and demons follow by their distance from the standard line.
 * - A goblin or demon without a known standard line gets the smaller of the engine's chance and the chance
 *   that it would have as a standard line.
 *
 * The band of errors is multiplied by the engine's weight. Chances of 0 and 1 stay. Sources: V. Satopää et al., 'Combining multiple
 * probability predictions using a simple logit model', International Journal of Forecasting 30 (2014);
 * P. McCullagh, 'Regression models for ordinal data', Journal of the Royal Statistical Society B 42 (1980).
 * @returns the forecast unchanged if nothing is offered, or if the line is not a finite number
 */
export function conditionOnOffer(forecast: Band, offer: Offer, weights: EvidenceWeights): Band {
  const { line, oddsType, standardLine, noVigOver } = offer
  const isEvidence = oddsType !== 'own' || isNumber(standardLine) || isNumber(noVigOver)
  if (!isNumber(line) || !isEvidence) return forecast
  const all = [forecast.distribution, forecast.low, forecast.high]
  const from = Math.min(...all.map(({ least }) => least))
  const to = Math.max(...all.map(({ least, atLeast }) => least + atLeast.length))
  const [middle = forecast.distribution, low = middle, high = middle] = all.map((each) =>
    padded(each, from, to),
  )
  const { shift, share } = movementOf(middle, offer, weights)
  return {
    distribution: moved(middle, middle, 0, shift),
    low: moved(middle, low, share, shift),
    high: moved(middle, high, share, shift),
  }
}
