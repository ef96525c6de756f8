import type { DataSource, Pick } from '@propsight/shared/contracts'
import {
  average,
  type BestOffer,
  bestOffer,
  confidencePercent,
  createPickId,
  findStatType,
  type LineForecast,
  type LineTrend,
  lineForecast,
  listStatNames,
  pickExpiry,
  ratedGames,
  type Side,
  sportOfMarket,
  TREND_LONG_GAMES,
  TREND_SHORT_GAMES,
  trendOnSide,
} from '@propsight/shared/domain'
import { findForecast } from '../../state/find-forecast.ts'
import { tenths } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { RunFeature } from '../../state/run.ts'
import { collectGameContext, type GameContextSources } from './pick-game-context.ts'

const LAST_GAMES = 5
const HUNDREDTHS = 100

/** Probability of the over, also when the under is called. */
const overChance = ({ call, chance, push }: LineForecast): number =>
  call === 'UNDER' ? Math.max(0, 1 - chance - push) : chance

/** `advancedAnalytics` of a pick from the engine's exact distribution; null without a forecast. */
export function buildAnalytics({
  forecast,
  found,
}: RankedLine): NonNullable<Pick['advancedAnalytics']> | null {
  if (!forecast) return null
  const { rate } = found.counts
  return {
    probabilityOver: confidencePercent(overChance(forecast)),
    expectedValue: tenths(forecast.mean),
    last5Games: found.bars.slice(-LAST_GAMES).map(({ value }) => value),
    overRate: rate === null ? null : tenths(100 * rate),
  }
}

const HITTING = ['Hits', 'Total Bases', 'Home Runs', 'Runs', 'RBIs', 'Hits+Runs+RBIs']
const PITCHING = [
  'Pitcher Strikeouts',
  'Hits Allowed',
  'Earned Runs Allowed',
  'Walks Allowed',
  'Pitching Outs',
]

/** Season averages per game by market, rounded to two decimals, over the games that count for a line. */
export function computeAverages({ record }: RankedLine): Record<string, number> | null {
  const names =
    { hitting: HITTING, pitching: PITCHING }[record.group as string] ?? listStatNames(record.group)
  const averages = names.flatMap((name): [string, number][] => {
    const stat = findStatType(name)
    if (!stat) return []
    const mean = average(ratedGames(stat, record).map(({ value }) => value))
    return mean === null ? [] : [[stat.name, Math.round(mean * HUNDREDTHS) / HUNDREDTHS]]
  })
  return averages.length > 0 ? Object.fromEntries(averages) : null
}

const DIRECTIONS = { up: 'rising', down: 'falling', flat: 'steady' } as const

/** '1.8 a game over the last 5, 1.2 over the last 10: rising, against the under'; null without a trend. */
function formText({ trend, bars }: LineTrend, side: Side): string | null {
  if (!trend) return null
  const { short, long, direction } = trend
  const longer = Math.min(TREND_LONG_GAMES, bars.length)
  const words = [DIRECTIONS[direction], trendOnSide(trend, side)].filter(Boolean).join(', ')
  return `${short.toFixed(1)} a game over the last ${TREND_SHORT_GAMES}, ${long.toFixed(1)} over the last ${longer}: ${words}`
}

/** Counts and average of the window: '8 over and 2 under 1.5 Hits in the last 10 games, 2.5 a game.' */
function statsText({ line, found }: RankedLine, window: number): string {
  const { over, under, push, games } = found.counts
  const values = found.bars.slice(-window).map(({ value }) => value)
  const pushes = push > 0 ? `, ${push} equal to it` : ''
  const mean = average(values)
  const each = mean === null ? '' : `, ${tenths(mean).toFixed(1)} a game`
  return `${over} over and ${under} under ${line.line} ${line.statType}${pushes} in the last ${games} games${each}.`
}

const forecastFields = (
  forecast: LineForecast,
  offer: BestOffer | null,
  engine: string | null,
): Pick['forecast'] => ({
  low: confidencePercent(forecast.low),
  high: confidencePercent(forecast.high),
  push: confidencePercent(forecast.push),
  fairLine: tenths(forecast.fairLine),
  engine,
  breakEven: offer && tenths(100 * offer.breakEven),
})

export interface PickContext extends GameContextSources {
  window: number
  source: DataSource['kind']
  now: Date
  /** The mode of the board. */
  feature: RunFeature
  /** Keys of the user's books, whose prices count; null for all. */
  books: readonly string[] | null
}

/**
 * Builds the pick of a card. Every field is filled, or `unavailable` has the reason.
 * @returns null for a card without a side, which cannot be saved
 */
export function buildPick(card: RankedLine, context: PickContext): Pick | null {
  const { window, source, now, feature, books } = context
  const { line, found, side, record } = card
  if (!side) return null
  const market = findForecast(line, record, findStatType(line.statType)?.name ?? line.statType)
  // Of the side to save, which need not be the called one.
  const forecast = typeof market === 'string' ? null : lineForecast(market, line, side)
  const quotes = typeof market === 'string' ? [] : market.shown?.quotes
  const offer = forecast && bestOffer(forecast, line, quotes, books)
  const { over, under, push, rate, games } = found.counts
  const mean = forecast?.mean ?? average(found.bars.slice(-window).map((bar) => bar.value)) ?? 0
  const { gameContext, why } = collectGameContext(card, context)
  const analytics = buildAnalytics(card)
  const averages = computeAverages(card)
  const ofPicture = feature === 'image'
  const noForecast = `No probability: ${card.noForecast}.`
  return {
    id: createPickId(now.getTime(), crypto.randomUUID()),
    playerName: line.name,
    sport: sportOfMarket(line.statType),
    confidence: forecast && confidencePercent(forecast.chance),
    ...(forecast ? { forecast: forecastFields(forecast, offer, card.engine) } : {}),
    projectedStatLine: `${tenths(mean).toFixed(1)} ${line.statType}, ${forecast ? 'expected' : `average of the last ${games}`}`,
    extractedStatLine: ofPicture ? line.stats : null,
    originalStats: line.stats,
    bettingAnalysis: {
      projectedTotal: forecast && tenths(mean),
      recommendation: side,
      bettingLine: line.line,
    },
    ...gameContext,
    detailedStats: { summary: statsText(card, window), error: null },
    advancedAnalytics: analytics,
    actualAverages: averages,
    recentForm: formText(found, side),
    overHitPercentage: rate === null ? null : Math.round(rate * 1000) / 10,
    reasoning: card.reasoning,
    createdAt: now.toISOString(),
    expiresAt: pickExpiry(now).toISOString(),
    statType: line.statType,
    oddsType: line.oddsType,
    ...(line.promo && { promo: true }),
    team: line.team,
    opponent: line.opponent,
    homeAway: line.homeAway,
    gameTime: line.gameTime,
    gameId: line.gameId,
    personId: card.personId,
    sample: { window, over, under, push },
    games: found.bars,
    ...(books && { books: [...books] }),
    source,
    unavailable: {
      ...why,
      result: 'The game had not been played when the pick was saved.',
      ...(ofPicture ? {} : { extractedStatLine: 'The line is the book’s own; no picture was read.' }),
      ...(analytics ? {} : { advancedAnalytics: noForecast }),
      ...(averages ? {} : { actualAverages: 'No game of this season counts.' }),
      ...(forecast ? {} : { confidence: noForecast, projectedTotal: noForecast }),
      ...(rate === null ? { overHitPercentage: 'Every game of the window equalled the line.' } : {}),
      ...(found.trend ? {} : { recentForm: 'Too few games for a trend.' }),
    },
  }
}
