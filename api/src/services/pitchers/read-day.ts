import type { Deps } from '../../deps.ts'
import type { Read } from '../../platform/cache/read.ts'
import { dayBefore } from '../../sources/stats/finished-games.ts'
import type { ClubHitting } from '../../sources/stats/format/season-stats.ts'
import { needed, optional, type Patience } from './time-limits.ts'
import { type Probable, probablePitchers } from './probable-pitchers.ts'

/** The probable pitchers of a league day, and the data shared by all of their facts. */
export interface PitchersDay {
  /** League day, `YYYY-MM-DD`. */
  readonly date: string
  /** The current league day, whose games may be in progress. */
  readonly today: string
  readonly season: number
  readonly pitchers: readonly Probable[]
  /** Batting totals of the clubs this season; null if they could not be read. */
  readonly batting: Promise<Read<ClubHitting[]> | null>
  /** Batting totals of the last 30 days; null if they could not be read. */
  readonly lately: Promise<Read<ClubHitting[]> | null>
  /** When the schedule was read, ISO 8601. */
  readonly readAt: string
  readonly stale: boolean
}

/**
 * Reads the announced starters of a day. The batting totals are returned as pending promises.
 * @throws HttpError if the schedule cannot be read: the error of the service, or 503 after a timeout
 */
export async function readDay(
  { upstream, clock, log }: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  date: string,
  patience: Patience,
): Promise<PitchersDay> {
  const { stats } = upstream
  const [season, today] = [Number(date.slice(0, 4)), clock.today()]
  // Prefetched: game logs need the schedules of both days to exclude unfinished games.
  for (const day of [today, dayBefore(today)]) stats.schedule(day).catch(() => undefined)
  const reading = optional(log, 'the clubs’ directory', stats.teams(season), patience.optional)
  const batting = optional(log, 'the opponents’ batting', stats.clubBatting(season), patience.optional)
  const lately = optional(log, 'the last weeks', stats.clubBattingLately(today), patience.optional)
  const schedule = await needed(stats.schedule(date), patience.needed)
  const clubs = await reading
  const pitchers = probablePitchers(date, schedule.value, clubs?.value ?? [])
  return { date, today, season, pitchers, batting, lately, readAt: schedule.readAt, stale: schedule.stale }
}
