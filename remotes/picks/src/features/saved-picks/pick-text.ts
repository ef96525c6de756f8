import type { PickRow } from '@propsight/shared/contracts'
import { PICK_EXPIRING_MS } from '@propsight/shared/domain'

const MINUTE_MS = 60_000

/** '7 of 9 over · 1 push', or null where the pick carries no counts. Pushes are left out of the rate. */
export function countsText(row: PickRow): string | null {
  const sample = row.pick?.sample
  if (!sample) return null
  const decided = sample.over + sample.under
  return `${sample.over} of ${decided} over${sample.push ? ` · ${sample.push} push` : ''}`
}

/** 'Hits', 'Hits · Goblin': the market, and the odds type where it is not standard. */
export function marketText({ pick, original_stats: stats }: PickRow): string {
  if (!pick) return stats ?? ''
  const odds = pick.oddsType === 'standard' ? null : pick.oddsType[0]?.toUpperCase() + pick.oddsType.slice(1)
  return [pick.statType, odds].filter(Boolean).join(' · ')
}

/** 'NYY vs BOS', 'NYY @ BOS'; the team alone where the book did not say whom it meets. */
export function gameText({ pick, sport }: PickRow): string {
  if (!pick) return sport
  return pick.opponent ? `${pick.team} ${pick.homeAway === 'AWAY' ? '@' : 'vs'} ${pick.opponent}` : pick.team
}

/** Time until a pick expires: '19h 20m left', '12m left', 'expired'; soon is two hours or less (2 §4). */
export function timeLeft(expiresAt: string, now: number): { text: string; soon: boolean } {
  const minutes = Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS)
  if (!(minutes > 0)) return { text: 'expired', soon: true }
  const hours = Math.floor(minutes / 60)
  const text = hours ? `${hours}h ${String(minutes % 60).padStart(2, '0')}m left` : `${minutes}m left`
  return { text, soon: minutes * MINUTE_MS <= PICK_EXPIRING_MS }
}

/** What is left of the time that a pick is kept, 0 to 1. */
export function lifeLeft(kept: Pick<PickRow, 'created_at' | 'expires_at'>, now: number): number {
  const [created, expires] = [kept.created_at, kept.expires_at]
  const share = (Date.parse(expires) - now) / (Date.parse(expires) - Date.parse(created))
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}

/** When it was saved, in the reader's zone: 'Jul 15, 7:05 PM'. */
export const savedAtText = (createdAt: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(createdAt))
