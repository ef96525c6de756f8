import type { OddsType } from '../lines/recommendation.ts'
import { findStatType, type LineKind, LINE_EVIDENCE as shipped } from '../sports/index.ts'
import type { BetweenPlayers, BoxScoreStat } from '../sports/stat-type.ts'
import type { EvidenceWeights, LineSource } from './evidence-weights.ts'
import { chanceAtLeast, type Distribution, lineOdds } from './forecast.ts'
import { expit, logit, Z_80 } from './probability.ts'

export * from './evidence-weights.ts'

/** The fitted weights at the lines of one source. */
export interface SourceWeights {
  /** By stat (names of `findStatType`). */
  readonly weights: Readonly<Record<string, EvidenceWeights>>
  /** Of the stats without data, by kind. */
  readonly kinds: Readonly<Record<LineKind, EvidenceWeights>>
}

/** The fitted weights, with the data they come from. Prices have those of the books. */
export interface LineEvidence extends Readonly<Record<LineSource, SourceWeights>> {
  readonly data: string
  readonly from: string
  /** Last day of the fit. */
  readonly to: string
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

/** Errors before any game was seen: 2.5 percentage points at even odds. */
const PRIOR_ERROR = { price: 0.1, lineOnly: 0.1 } as const

/**
 * Weights before any game was seen. A price contains nearly everything that is known, so the books start with
 * full weight. A moving line starts with half of the engine's log-odds. A fixed line tells nothing, so the
 * engine starts with full weight.
 */
export const PRIOR_WEIGHTS: Readonly<Record<LineKind, EvidenceWeights>> = {
  moving: { games: 0, market: 1, engine: 0.1, lineOnly: 0.5, even: 0, reach: null, error: PRIOR_ERROR },
  fixed: { games: 0, market: 1, engine: 0.1, lineOnly: 1, even: 0, reach: null, error: PRIOR_ERROR },
}

/**
 * Priors by who offers the line. A pick'em book offers standard lines near even only, so that a fixed line of it is chosen
 * for the player, too.
 */
export const PRIOR_KINDS: Readonly<Record<LineSource, SourceWeights['kinds']>> = {
  books: PRIOR_WEIGHTS,
  pickem: { moving: PRIOR_WEIGHTS.moving, fixed: PRIOR_WEIGHTS.moving },
}

export const lineKind = (stat: string): LineKind => findStatType(stat)?.lineKind ?? 'moving'

/** Weights of a market at the lines of a source; without data of its own, those of all markets of its kind. */
export const evidenceWeights = (
  stat: string,
  { weights, kinds }: SourceWeights,
  kind = lineKind(stat),
): EvidenceWeights => weights[stat] ?? { ...kinds[kind], games: 0 }

/** Adds to the markets of a sport what its engine knows of them: weights of lines, and correlations between players. */
export function withEngine(
  types: readonly BoxScoreStat[],
  { books, pickem }: LineEvidence,
  { stats, teamMates, opponents }: BetweenPlayers,
): BoxScoreStat[] {
  return types.map((type) => {
    const { name, lineKind: kind } = type
    const correlations = (matrix: readonly (readonly number[])[]) =>
      Object.fromEntries(stats.map((other, at) => [other, matrix[stats.indexOf(name)]?.[at] ?? 0]))
    return {
      ...type,
      engine: {
        evidence: { books: evidenceWeights(name, books, kind), pickem: evidenceWeights(name, pickem, kind) },
        teamMates: correlations(teamMates),
        opponents: correlations(opponents),
      },
    }
  })
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** Chance of the over if the stat does not equal the line. */
export function decidedOver(distribution: Distribution, line: number): number {
  const { over, under } = lineOdds(distribution, line)
  return over + under > 0 ? over / (over + under) : 0.5
}

/** How far the log-odds move, which share of the engine's band remains, and the error that is added to it. */
interface Movement {
  readonly shift: number
  readonly share: number
  readonly error: number
}

/**
 * Moves the log-odds of a distribution.
 * @param end an end of its band, of the same values, or the distribution itself
 * @param side -1 for the low end, 1 for the high end, 0 for the distribution itself
 */
function moved(
  middle: Distribution,
  end: Distribution,
  side: -1 | 0 | 1,
  { shift, share, error }: Movement,
): Distribution {
  const [certain = 1, ...others] = middle.atLeast
  let least = 1
  const atLeast = others.map((chance, index) => {
    const other = end.atLeast[index + 1] ?? 0
    const apart = share * Math.abs(logit(other) - logit(chance))
    const width = side * Math.hypot(apart, Z_80 * error)
    const isDecided = (chance <= 0 || chance >= 1) && apart === 0
    least = Math.min(least, isDecided ? chance : expit(logit(chance) + width + shift))
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

/** Log-odds of 1%. No book sets a standard line farther out, and the weights are not known there. */
const MOST_EVIDENCE = Math.log(99)

/** At this nearness a line is half of what is known. */
const HALF_NEAR = 0.5

/** How much a standard line is evidence where the engine has some log-odds: 1 near even, 0 beyond the reach. */
export const lineNearness = (logOdds: number, { reach }: Pick<EvidenceWeights, 'reach'>): number =>
  reach === null ? 1 : Math.exp(-((logOdds / reach) ** 4))

/**
 * Log-odds of the over at a standard line without a price: the engine's, multiplied by `lineOnly`, plus `even`, as far as
 * the line reaches.
 */
export const lineOnlyLogOdds = (
  logOdds: number,
  weights: Pick<EvidenceWeights, 'lineOnly' | 'even' | 'reach'>,
): number => logOdds + lineNearness(logOdds, weights) * (weights.even - (1 - weights.lineOnly) * logOdds)

/**
 * Whether a standard line without a price is all that is known: the engine has no weight there. Beyond the reach of a
 * fixed line the engine counts in any case.
 */
export const isLineAll = (
  distribution: Distribution,
  line: number,
  { lineOnly, reach }: Pick<EvidenceWeights, 'lineOnly' | 'reach'>,
): boolean => lineOnly === 0 && lineNearness(logit(decidedOver(distribution, line)), { reach }) >= HALF_NEAR

function movementOf(distribution: Distribution, offer: Offer, weights: EvidenceWeights): Movement {
  const { line, oddsType, standardLine, noVigOver } = offer
  const { lineOnly, error } = weights
  const logOdds = (at: number) => logit(decidedOver(distribution, at))
  if (isNumber(noVigOver) && noVigOver > 0 && noVigOver < 1) {
    const target = weights.market * logit(noVigOver) + weights.engine * logOdds(line)
    return {
      shift: shiftTo(distribution, line, target),
      share: Math.min(1, weights.engine),
      error: error.price,
    }
  }
  const standard = isNumber(standardLine) ? standardLine : line
  const own = logOdds(standard)
  const evidence = Math.min(MOST_EVIDENCE, Math.max(-MOST_EVIDENCE, own))
  const target = own - evidence + lineOnlyLogOdds(evidence, weights)
  const byLine = {
    shift: shiftTo(distribution, standard, target),
    share: 1 - lineNearness(evidence, weights) * (1 - lineOnly),
    error: error.lineOnly,
  }
  if (isNumber(standardLine) || oddsType === 'standard') return byLine
  // The book accepts More only, so the smaller of both chances is the cautious one: with its own band, if it is
  // the engine's.
  return byLine.shift < 0 ? byLine : { shift: 0, share: 1, error: 0 }
}

/**
 * Conditions a forecast on what the book offers. The whole distribution moves by one shift of its log-odds
 * (a proportional-odds model), so that a higher line is never likelier and lines of one player agree.
 *
 * - With a price: the chance at the line is a weighted sum of the log-odds of books and engine.
 * - With a line only: the engine's log-odds at the player's standard line are multiplied by `lineOnly`, and `even` is
 *   added, as far as the line reaches.
 *   Goblins and demons follow by their distance from the standard line.
 * - A goblin or demon without a known standard line gets the smaller of the engine's chance and the chance
 *   that it would have as a standard line.
 *
 * The band of errors is multiplied by the engine's weight, and the error of the weights is added in quadrature. Chances
 * of 0 and 1 stay. Sources: V. Satopää et al., 'Combining multiple
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
  const movement = movementOf(middle, offer, weights)
  return {
    distribution: moved(middle, middle, 0, movement),
    low: moved(middle, low, -1, movement),
    high: moved(middle, high, 1, movement),
  }
}
