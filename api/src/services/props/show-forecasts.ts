import type { ShownMarketWire, StatForecastWire } from '@propsight/shared/contracts'
import { composeRounded, type MarketEvidence } from '@propsight/shared/domain/prop'
import { deriveOnce } from '../../platform/cache/cache.ts'

/** A market of a player as a caller knows it. */
export interface MarketOfPlayer {
  readonly gamePk: number
  readonly personId: number
  /** As in `findStatType`. */
  readonly stat: string
  /** Names, club and start of the game, by which the lines of the book are found: the first name with a line counts. */
  readonly names: readonly string[]
  readonly team: string
  /** ISO 8601; null if it is not known. */
  readonly startsAt: string | null
}

export type OfferedPrice = NonNullable<ShownMarketWire['quotes']>[number]

/** What is known of a market besides the engine's forecast, with the prices that can be taken. */
export interface KnownMarket {
  readonly evidence: MarketEvidence
  readonly quotes: readonly OfferedPrice[]
  /** Equal for equal evidence, whatever the age of its prices: the probability is then the same. */
  readonly evidenceKey: string
  /** Equal for equal contents. */
  readonly key: string
}

/** The evidence of one minute. Null for a market of which no line and no price is known. */
export type PropEvidence = (market: MarketOfPlayer) => KnownMarket | null

/** Reads the evidence of this minute. Never throws: what cannot be read is not evidence, and is logged. */
export type ReadPropEvidence = () => Promise<PropEvidence>

export interface PropPorts {
  readonly propEvidence: ReadPropEvidence
}

/** The player and the game that forecasts are about. */
export type ForecastSubject = Omit<MarketOfPlayer, 'stat'>

/** Prices at so many lines, and of so many books and lines, are sent. */
const MAX_LINES = 40
const MAX_QUOTES = 400

/** Composes the probabilities. Keeps them while only the age of prices changes. */
const composeOnce = deriveOnce(
  (forecast: StatForecastWire, { evidence }: KnownMarket) => composeRounded(forecast, evidence),
  (_forecast, { evidenceKey }) => [evidenceKey],
)

function toShownWire(forecast: StatForecastWire, known: KnownMarket): ShownMarketWire | null {
  const composed = composeOnce(forecast, known)
  if (!composed) return null
  const { evidence, quotes } = known
  return {
    ...composed,
    prices: evidence.prices.slice(0, MAX_LINES).map(({ over: _, ...price }) => price),
    ...(quotes.length > 0 && { quotes: quotes.slice(0, MAX_QUOTES) }),
  }
}

/** Keeps the result while what is known of the market is the same, so that unchanged records stay the same objects. */
const showForecast = deriveOnce(
  (forecast: StatForecastWire, known: KnownMarket): StatForecastWire => {
    const shown = toShownWire(forecast, known)
    return shown ? { ...forecast, shown } : forecast
  },
  (_forecast, { key }) => [key],
)

const sameElements = <T>(a: readonly T[], b: readonly T[]): boolean => a.every((each, at) => each === b[at])

const shownLists = new WeakMap<readonly StatForecastWire[], readonly StatForecastWire[]>()

/**
 * Adds to each forecast of a player's game the one that the product shows, conditional on everything that is known of
 * the prop. Returns the same list while nothing changes.
 */
export function showForecasts(
  forecasts: readonly StatForecastWire[],
  subject: ForecastSubject,
  evidenceOf: PropEvidence,
): StatForecastWire[] {
  const shown = forecasts.map((forecast) => {
    const known = evidenceOf({ ...subject, stat: forecast.stat })
    return known ? showForecast(forecast, known) : forecast
  })
  const last = shownLists.get(forecasts)
  if (last && sameElements(shown, last)) return last as StatForecastWire[]
  shownLists.set(forecasts, shown)
  return shown
}
