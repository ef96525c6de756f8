import type { DataSource, Pick } from '@propsight/shared/contracts'
import {
  average,
  pickExpiry,
  pickId,
  TREND_LONG_GAMES,
  TREND_SHORT_GAMES,
  type Trend,
} from '@propsight/shared/domain'
import type { RankedLine } from '../../state/ranked-line.ts'

/** Why quick mode leaves a part of the pick empty: nothing here is made up. */
const UNAVAILABLE = {
  confidence: 'There is no probability engine yet.',
  projectedTotal: 'There is no probability engine yet.',
  extractedStatLine: 'Quick mode reads no image.',
  defensiveAnalysis: 'Quick mode does not look at the opponent.',
  injuryImpact: 'Quick mode reads no news.',
  weather: 'Quick mode does not look at the weather.',
  stadiumFactors: 'Quick mode does not look at the park.',
  opposingPitcher: 'Quick mode does not look at the opposing pitcher.',
  batterVsPitcherHistory: 'Quick mode does not look at the opposing pitcher.',
  advancedAnalytics: 'There is no probability engine yet.',
  actualAverages: 'The games behind the rate are in the pick.',
  detailedStats: 'The games behind the rate are in the pick.',
  result: 'The game has not been played.',
} as const

const DIRECTIONS = { up: 'rising', down: 'falling', flat: 'steady' } as const

const formText = (form: Trend | null): string | null =>
  form &&
  `${form.short.toFixed(1)} a game over the last ${TREND_SHORT_GAMES}, ${form.long.toFixed(1)} over the last ${TREND_LONG_GAMES}: ${DIRECTIONS[form.direction]}`

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
  const { line, found, call } = card
  if (!call) return null
  const { over, under, push, rate, games } = found.counts
  const mean = average(found.bars.slice(-window).map((bar) => bar.value)) ?? 0
  return {
    id: pickId(now.getTime(), crypto.randomUUID()),
    playerName: line.name,
    sport: 'MLB',
    confidence: null,
    projectedStatLine: `${mean.toFixed(1)} ${line.statType}, average of the last ${games}`,
    extractedStatLine: null,
    originalStats: line.stats,
    bettingAnalysis: { projectedTotal: null, recommendation: call, bettingLine: line.line },
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
    unavailable: { ...UNAVAILABLE, ...(found.trend ? {} : { recentForm: 'Too few games for a trend.' }) },
  }
}
