import type { DataSource, Pick } from '@propsight/shared/contracts'
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

const IN_THE_FORECAST = 'Quick mode does not tell it apart from the rest of the forecast.'

/** Why quick mode leaves a part of the pick empty: nothing here is made up. */
const UNAVAILABLE = {
  extractedStatLine: 'Quick mode reads no image.',
  defensiveAnalysis: IN_THE_FORECAST,
  injuryImpact: 'Quick mode reads no news.',
  weather: 'Quick mode does not look at the weather.',
  stadiumFactors: IN_THE_FORECAST,
  opposingPitcher: IN_THE_FORECAST,
  batterVsPitcherHistory: 'Quick mode does not look at past meetings.',
  advancedAnalytics: 'The engine computes its chances without simulating.',
  actualAverages: 'The games behind the rate are in the pick.',
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
}

/**
 * The pick of a card, every field filled or its absence explained.
 * @returns null for a card without a call: there is no side to save
 */
export function buildPick(card: RankedLine, { window, source, now }: PickContext): Pick | null {
  const { line, found, call, forecast } = card
  if (!call) return null
  const { over, under, push, rate, games } = found.counts
  const mean = forecast?.mean ?? average(found.bars.slice(-window).map((bar) => bar.value)) ?? 0
  const noForecast = `No probability: ${card.noForecast}.`
  return {
    id: pickId(now.getTime(), crypto.randomUUID()),
    playerName: line.name,
    sport: 'MLB',
    confidence: forecast && confidencePercent(forecast.chance),
    ...(forecast ? { forecast: promised(forecast, card.engine) } : {}),
    projectedStatLine: `${mean.toFixed(1)} ${line.statType}, ${forecast ? 'expected' : `average of the last ${games}`}`,
    extractedStatLine: null,
    originalStats: line.stats,
    bettingAnalysis: {
      projectedTotal: forecast && tenths(mean),
      recommendation: call,
      bettingLine: line.line,
    },
    defensiveAnalysis: null,
    injuryImpact: null,
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
      ...(forecast ? {} : { confidence: noForecast, projectedTotal: noForecast }),
      ...(rate === null ? { overHitPercentage: 'Every game of the window equalled the line.' } : {}),
      ...(found.trend ? {} : { recentForm: 'Too few games for a trend.' }),
    },
  }
}
