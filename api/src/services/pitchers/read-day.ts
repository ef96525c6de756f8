import type { Deps } from '../../deps.ts'
import type { Read } from '../../platform/cache/read.ts'
import { dayBefore } from '../../sources/stats/finished-games.ts'
import type { ClubHitting } from '../../sources/stats/format/team-stats.ts'
import { needed, optional, type Patience } from './patience.ts'
import { type Probable, probablePitchers } from './probable-pitchers.ts'

/** Who pitches on a league day, and what all of their facts rest on. */
export interface PitchersDay {
  /** League day, `YYYY-MM-DD`. */
  readonly date: string
  /** The league's today, whose games may be under way. */
  readonly today: string
  readonly season: number
  readonly pitchers: readonly Probable[]
  /** The clubs' season; null where it could not be read. */
  readonly batting: Promise<Read<ClubHitting[]> | null>
  /** Their last thirty days, as boards take them; null where they could not be read. */
  readonly lately: Promise<Read<ClubHitting[]> | null>
  /** Of the schedule. */
  readonly readAt: string
  readonly stale: boolean
}

/**
 * Reads a day's announced starters; the clubs' batting comes later.
 * @throws HttpError when the schedule could not be read: as the service failed, or 503 for its silence
 */
export async function readDay(
  { upstream, clock, log }: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  date: string,
  patience: Patience,
): Promise<PitchersDay> {
  const { stats } = upstream
  const [season, today] = [Number(date.slice(0, 4)), clock.today()]
  // Logs need the schedules of both days to tell finished games: they travel with the first question.
  for (const day of [today, dayBefore(today)]) stats.schedule(day).catch(() => undefined)
  const reading = optional(log, 'the clubs’ directory', stats.teams(season), patience.optional)
  const batting = optional(log, 'the opponents’ batting', stats.clubBatting(season), patience.optional)
  const lately = optional(log, 'the last weeks', stats.clubBattingLately(today), patience.optional)
  const schedule = await needed(stats.schedule(date), patience.needed)
  const clubs = await reading
  const pitchers = probablePitchers(date, schedule.value, clubs?.value ?? [])
  return { date, today, season, pitchers, batting, lately, readAt: schedule.readAt, stale: schedule.stale }
}
