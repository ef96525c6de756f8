import { easternDate } from '@propsight/shared/domain'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Band {
  /** Longest time until the first pitch. */
  readonly withinMs: number
  /** Time between two reads of a game while credits suffice. */
  readonly everyMs: number
}

/** Prices move most in the last hours, and the last ones before the first pitch are the close. */
const BANDS: readonly Band[] = [
  { withinMs: 20 * MINUTE_MS, everyMs: MINUTE_MS },
  { withinMs: 90 * MINUTE_MS, everyMs: 5 * MINUTE_MS },
  { withinMs: 6 * HOUR_MS, everyMs: 30 * MINUTE_MS },
  { withinMs: 36 * HOUR_MS, everyMs: 2 * HOUR_MS },
]
const LAST_BAND_MS = 20 * MINUTE_MS
/** The first pitch of games that are read is at most this far away. */
export const READ_AHEAD_MS = 36 * HOUR_MS
/** A job that runs each minute starts some seconds earlier or later. */
const EARLY_MS = 15_000

export interface PlannedEvent {
  readonly id: string
  /** Milliseconds since 1970, like all times here. */
  readonly startsAt: number
  /** Last read that was begun; null before the first. */
  readonly attemptedAt: number | null
  /** Credits of one read. */
  readonly cost: number
}

/** Milliseconds since 1970 at which the league day of an instant ends. */
export function endOfLeagueDay(now: Date): number {
  const day = easternDate(now)
  let end = Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS
  while (easternDate(new Date(end)) === day) end += HOUR_MS
  return end
}

const bandAt = (untilStart: number): Band | undefined => BANDS.find(({ withinMs }) => untilStart <= withinMs)

/** Number of reads of a game between two distances from the first pitch, in milliseconds. */
function readsBetween(far: number, near: number): number {
  let reads = 0
  let inner = 0
  for (const { withinMs, everyMs } of BANDS) {
    reads += Math.max(0, Math.min(far, withinMs) - Math.max(near, inner)) / everyMs
    inner = withinMs
  }
  return reads
}

interface Plan {
  readonly now: number
  /** End of the period for which the credits are meant. */
  readonly dayEnd: number
  readonly events: readonly PlannedEvent[]
  /** Credits that are left for the period. */
  readonly credits: number
}

/**
 * Chooses the games that are due for a read, the earliest first pitch first. The intervals are those of `BANDS` while
 * the credits suffice for all reads until the end of the day, and longer in proportion otherwise. A game that was never
 * read waits while its interval is longer than the time until the first pitch, but not in the last twenty minutes, so
 * that scarce credits serve the closing prices.
 * @returns ids; as many as the credits allow
 */
export function chooseDueReads({ now, dayEnd, events, credits }: Plan): string[] {
  const upcoming = events
    .filter(({ startsAt }) => startsAt > now && startsAt - now <= READ_AHEAD_MS)
    .toSorted((a, b) => a.startsAt - b.startsAt)
  const needed = upcoming.reduce(
    (sum, { startsAt, cost }) => sum + cost * readsBetween(startsAt - now, Math.max(0, startsAt - dayEnd)),
    0,
  )
  const stretch = Math.max(1, needed / Math.max(1, credits))
  const isDue = ({ startsAt, attemptedAt }: PlannedEvent): boolean => {
    const untilStart = startsAt - now
    const interval = (bandAt(untilStart)?.everyMs ?? 0) * stretch
    if (attemptedAt === null) return untilStart <= LAST_BAND_MS || interval <= untilStart
    return now - attemptedAt >= interval - EARLY_MS
  }
  const due: string[] = []
  let left = credits
  for (const event of upcoming) {
    if (event.cost > left || !isDue(event)) continue
    left -= event.cost
    due.push(event.id)
  }
  return due
}
