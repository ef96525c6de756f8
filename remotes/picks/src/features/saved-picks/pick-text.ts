import type { PickRow } from '@propsight/shared/contracts'

const MINUTE_MS = 60_000

/** '7 of 9 over · 1 push', or null where the pick carries no counts. Pushes are left out of the rate. */
export function countsText(row: PickRow): string | null {
  const sample = row.pick?.sample
  if (!sample) return null
  const decided = sample.over + sample.under
  return `${sample.over} of ${decided} over${sample.push ? ` · ${sample.push} push` : ''}`
}

/** 'Hits · Goblin · NYY v BOS': the market, the odds type where it is not standard, and who plays. */
export function marketText({ pick, original_stats: stats }: PickRow): string {
  if (!pick) return stats ?? ''
  const odds = pick.oddsType === 'standard' ? null : pick.oddsType[0]?.toUpperCase() + pick.oddsType.slice(1)
  const game = pick.opponent
    ? `${pick.team} ${pick.homeAway === 'AWAY' ? '@' : 'v'} ${pick.opponent}`
    : pick.team
  return [pick.statType, odds, game].filter(Boolean).join(' · ')
}

/** Time until a pick expires: '19 h 20 min left', '12 min left', 'expired'. */
export function timeLeftText(expiresAt: string, now: number): string {
  const minutes = Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS)
  if (!(minutes > 0)) return 'expired'
  const hours = Math.floor(minutes / 60)
  return hours ? `${hours} h ${minutes % 60} min left` : `${minutes} min left`
}

/** When it was saved, in the reader's zone: 'Jul 15, 7:05 PM'. */
export const savedAtText = (createdAt: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(createdAt))
