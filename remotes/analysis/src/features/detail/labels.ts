import { shortDayText } from '@propsight/shared/format'
import type { Hand } from './games/games.ts'

/** Options of the toggle between a chart and its table. */
export const CHART_VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
export type ChartView = (typeof CHART_VIEWS)[number]['value']

/** Names of the odds types. */
export const ODDS_LABELS = {
  goblin: 'Goblin',
  standard: 'Standard',
  demon: 'Demon',
  unknown: 'Unknown type',
} as const

const TENTHS = 10

function signOf(value: number): string {
  if (value > 0) return '+'
  return value < 0 ? '−' : ''
}

/** Percentage points with a sign: '+9.1', '−1.1', '0.0'. @param tenths tenths of a percent */
export const pointsText = (tenths: number): string =>
  `${signOf(tenths)}${(Math.abs(tenths) / TENTHS).toFixed(1)}`

/** Tenths of a percent as '81.0%'. */
export const tenthsPercent = (tenths: number): string => `${(tenths / TENTHS).toFixed(1)}%`

/** Capitalizes the first letter: 'Home or away'. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Abbreviation of a pitcher's throwing hand: 'LHP'. */
export const pitcherHand = (hand: Hand): string => `${hand}HP`

/** A league day as 'Jul 5', or '7/5' in short form; empty for an invalid date. */
export function dayText(day: string, short = false): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  return short ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}` : shortDayText(day)
}

interface Place {
  opponent: string
  homeAway: 'HOME' | 'AWAY'
}

/** Opponent of a game: 'vs ATH' or '@ LAA'; in short form 'ATH' or '@LAA'. */
export function matchupText({ opponent, homeAway }: Place, short = false): string {
  if (!opponent) return ''
  if (short) return homeAway === 'AWAY' ? `@${opponent}` : opponent
  return `${homeAway === 'AWAY' ? '@' : 'vs'} ${opponent}`
}
