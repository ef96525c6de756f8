import type { PickRow, Pick as SavedPick } from '@propsight/shared/contracts'
import {
  legBreakEven,
  marketLabel,
  type PaidLine,
  PICK_EXPIRING_MS,
  PRIZEPICKS,
  sideCountsText,
  sideRate,
} from '@propsight/shared/domain'

const MINUTE_MS = 60_000
const DAY_HOURS = 24

/** '7 of 9 over · 1 push' of the pick's side, or null when the pick has no counts. The rate excludes pushes. */
export const countsText = ({ pick, betting_recommendation: side }: PickRow): string | null =>
  pick && sideCountsText(pick.sample, side)

/** How often the pick's side won in the games that it was saved with, in whole percent; null if unknown. */
export function hitPercent(row: PickRow): number | null {
  const { pick, betting_recommendation: side, over_hit_percentage: over } = row
  if (pick) {
    const { rate } = sideRate(pick.sample, side)
    return rate === null ? null : Math.round(100 * rate)
  }
  if (over === null) return null
  return Math.round(side === 'UNDER' ? 100 - over : over)
}

/** '1 pick', '6 picks'. */
export const picksText = (count: number): string => `${count} ${count === 1 ? 'pick' : 'picks'}`

/** 'Over 1.5 Total Bases', for use within a sentence; the market alone for a pick without a call. */
export function callText(row: PickRow): string {
  const { betting_recommendation: side, betting_line: line, pick } = row
  const stat = pick ? marketLabel(pick.statType) : ''
  return side && line !== null ? `${side === 'OVER' ? 'Over' : 'Under'} ${line} ${stat}`.trim() : stat
}

/** Names of the odds types other than the standard one. */
const ODDS_TYPE_LABELS = { goblin: 'Goblin', demon: 'Demon', unknown: 'Unknown type' } as const

/** 'Goblin', 'Promo': what makes the payout of a line another one. */
export const lineTags = ({ oddsType, promo }: PaidLine): string[] => [
  ...(oddsType === 'standard' ? [] : [ODDS_TYPE_LABELS[oddsType]]),
  ...(promo ? ['Promo'] : []),
]

/** 'Hits · PrizePicks', 'Hits · Goblin · PrizePicks': the market, what makes the payout another one, and the book. */
export const marketText = ({ pick, original_stats: stats }: PickRow): string =>
  pick ? [marketLabel(pick.statType), ...lineTags(pick), PRIZEPICKS.name].join(' · ') : (stats ?? '')

/** 'NYY vs BOS', 'NYY @ BOS'; the team alone when the book did not name the opponent. */
export function gameText({ pick, sport }: PickRow): string {
  if (!pick) return sport
  return pick.opponent ? `${pick.team} ${pick.homeAway === 'AWAY' ? '@' : 'vs'} ${pick.opponent}` : pick.team
}

/** Whether a pick has expired. An invalid date counts as expired. */
export const isExpired = (expiresAt: string, now: number): boolean => !(Date.parse(expiresAt) > now)

/** Whether a pick expires within two hours and has not expired yet (P3). */
export const isExpiring = (expiresAt: string, now: number): boolean =>
  !isExpired(expiresAt, now) && Date.parse(expiresAt) - now <= PICK_EXPIRING_MS

/** Time until a pick expires: '1d 2h left', '19h 20m left', '12m left', 'expired' (P7). */
export function timeLeft(expiresAt: string, now: number): string {
  if (isExpired(expiresAt, now)) return 'expired'
  const minutes = Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  if (hours >= DAY_HOURS) return `${Math.floor(hours / DAY_HOURS)}d ${hours % DAY_HOURS}h left`
  return hours ? `${hours}h ${String(minutes % 60).padStart(2, '0')}m left` : `${minutes}m left`
}

/**
 * The start of the pick's game; null if unknown. A time read from a picture may be any text, and is shown as it is.
 * @param format of a time that can be read
 */
export function firstPitchText({ pick }: PickRow, format: (instant: string) => string): string | null {
  const start = pick?.gameTime ?? null
  return start && (format(start) || start)
}

/**
 * The break-even of a pick's side, 0 to 1: that of the best offer when it was saved; of earlier picks, that of the payout
 * table. Null without a known payout.
 */
export function breakEvenOf(pick: SavedPick): number | null {
  const { breakEven, push = 0 } = pick.forecast ?? {}
  if (breakEven === undefined) return legBreakEven(pick, push / 100)
  return breakEven === null ? null : breakEven / 100
}
