import type { DataSource, Pick, Recommendation, TeamWeather } from '@propsight/shared/contracts'
import {
  average,
  confidencePercent,
  type LineForecast,
  pickExpiry,
  pickId,
  TREND_LONG_GAMES,
  TREND_SHORT_GAMES,
  type Trend,
} from '@propsight/shared/domain'
import { tenths } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { RunFeature } from '../../state/run.ts'
import { aroundOf, whyNotAround } from './pick-around.ts'
import { analyticsOf, averagesOf } from './pick-figures.ts'

const IN_THE_FORECAST = 'Not told apart from the rest of the forecast.'

/** Why a pick lacks a part in every mode: nothing here is made up. */
const UNAVAILABLE = {
  defensiveAnalysis: IN_THE_FORECAST,
  stadiumFactors: IN_THE_FORECAST,
  batterVsPitcherHistory: 'Past meetings are read in the detail view only.',
  detailedStats: 'The games behind the rate are in the pick.',
  result: 'The game has not been played.',
} as const

const DIRECTIONS = { up: 'rising', down: 'falling', flat: 'steady' } as const

const formText = (form: Trend | null): string | null =>
  form &&
  `${form.short.toFixed(1)} a game over the last ${TREND_SHORT_GAMES}, ${form.long.toFixed(1)} over the last ${TREND_LONG_GAMES}: ${DIRECTIONS[form.direction]}`

const promised = (forecast: LineForecast, engine: string | null): Pick['forecast'] => ({
  low: confidencePercent(forecast.low),
  high: confidencePercent(forecast.high),
  push: confidencePercent(forecast.push),
  fairLine: tenths(forecast.fairLine),
  engine,
})

export interface PickContext {
  window: number
  source: DataSource['kind']
  now: Date
  /** The mode that made the board. */
  feature: RunFeature
  /** Of the game, where it is known. */
  weather: TeamWeather | null
  /** What AI mode says about the line. */
  advice: Recommendation | null
}

/**
 * The pick of a card, every field filled or its absence explained.
 * @returns null for a card without a call: there is no side to save
 */
export function buildPick(card: RankedLine, context: PickContext): Pick | null {
  const { window, source, now, feature, weather, advice } = context
  const { line, found, call, forecast } = card
  if (!call) return null
  const { over, under, push, rate, games } = found.counts
  const mean = forecast?.mean ?? average(found.bars.slice(-window).map((bar) => bar.value)) ?? 0
  const around = aroundOf(card, weather, advice)
  const analytics = analyticsOf(card)
  const averages = averagesOf(card)
  const ofPicture = feature === 'image'
  const noForecast = `No probability: ${card.noForecast}.`
  return {
    id: pickId(now.getTime(), crypto.randomUUID()),
    playerName: line.name,
    sport: 'MLB',
    confidence: forecast && confidencePercent(forecast.chance),
    ...(forecast ? { forecast: promised(forecast, card.engine) } : {}),
    projectedStatLine: `${mean.toFixed(1)} ${line.statType}, ${forecast ? 'expected' : `average of the last ${games}`}`,
    extractedStatLine: ofPicture ? line.stats : null,
    originalStats: line.stats,
    bettingAnalysis: {
      projectedTotal: forecast && tenths(mean),
      recommendation: call,
      bettingLine: line.line,
    },
    defensiveAnalysis: null,
    ...around,
    advancedAnalytics: analytics,
    actualAverages: averages,
    recentForm: formText(found.trend),
    overHitPercentage: rate === null ? null : Math.round(rate * 1000) / 10,
    reasoning: card.reasoning,
    createdAt: now.toISOString(),
    expiresAt: pickExpiry(now).toISOString(),
    statType: line.statType,
    oddsType: line.oddsType,
    team: line.team,
    opponent: line.opponent,
    homeAway: line.homeAway,
    gameTime: line.gameTime,
    gameId: line.gameId,
    personId: card.personId,
    sample: { window, over, under, push },
    games: found.bars,
    source,
    unavailable: {
      ...UNAVAILABLE,
      ...whyNotAround(card, weather, around),
      ...(ofPicture ? {} : { extractedStatLine: 'The line is the book’s own; no picture was read.' }),
      ...(analytics ? {} : { advancedAnalytics: noForecast }),
      ...(averages ? {} : { actualAverages: 'No game of this season counts.' }),
      ...(forecast ? {} : { confidence: noForecast, projectedTotal: noForecast }),
      ...(rate === null ? { overHitPercentage: 'Every game of the window equalled the line.' } : {}),
      ...(found.trend ? {} : { recentForm: 'Too few games for a trend.' }),
    },
  }
}
