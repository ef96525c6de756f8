import { shortDayText } from '../../state/format.ts'
import type { Hand } from './games.ts'

const TENTHS = 10

/** Points of probability with their sign, '+9.1', '−1.1', '0.0'. @param tenths in tenths of a percent */
export function pointsText(tenths: number): string {
  const sign = tenths > 0 ? '+' : tenths < 0 ? '−' : ''
  return `${sign}${(Math.abs(tenths) / TENTHS).toFixed(1)}`
}

/** Tenths of a percent as '81.0%'. */
export const tenthsPercent = (tenths: number): string => `${(tenths / TENTHS).toFixed(1)}%`

/** 'home or away' as it begins a row. */
export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The hand of a pitcher, 'LHP'. */
export const pitcherHand = (hand: Hand): string => `${hand}HP`

/** A league day as 'Jul 5', or '7/5' where there is little room. */
export function dayText(day: string, short = false): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  return short ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}` : shortDayText(day)
}

interface Place {
  opponent: string
  homeAway: 'HOME' | 'AWAY'
}

/** 'vs ATH' or '@ LAA'; short 'ATH' or '@LAA'. */
export function meetingText({ opponent, homeAway }: Place, short = false): string {
  if (!opponent) return ''
  if (short) return homeAway === 'AWAY' ? `@${opponent}` : opponent
  return `${homeAway === 'AWAY' ? '@' : 'vs'} ${opponent}`
}
