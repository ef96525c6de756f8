import type { DayGame, GamesTodayResponse } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import type { Read } from '../../platform/cache/read.ts'
import { badRequest, HttpError } from '../../platform/errors.ts'
import { shiftedDay } from '../../sources/stats/finished-games.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { baseballGames } from './baseball-games.ts'
import { footballGames } from './football-games.ts'

/** How long the games of one sport wait for a slow service of the other sport. */
const PATIENCE_MS = 5_000
/** Days further away are refused. */
const FURTHEST_DAYS = 366

const late = () =>
  new HttpError(
    503,
    'UPSTREAM_UNAVAILABLE',
    'The schedules take too long to answer. Try again in a moment.',
    {
      headers: { 'Retry-After': '5' },
    },
  )

type Outcome = Read<DayGame[]> | { error: unknown }

const orMissing = async (work: Promise<Read<DayGame[]>>, patienceMs: number): Promise<Outcome> => {
  try {
    return (await withTimeout(work, patienceMs)) ?? { error: late() }
  } catch (error) {
    return { error }
  }
}

/**
 * The games of both sports on one US Eastern day. If the service of one sport fails or times out, `missing`
 * names the sport and the games of the other sport are returned.
 * @param date `YYYY-MM-DD`; today by default
 * @param patienceMs how long one sport waits for the other, in milliseconds
 * @throws HttpError 400 for a day more than a year away; UpstreamError 503 if both services fail
 */
export async function gamesToday(
  parts: Pick<Deps, 'upstream' | 'clock'>,
  date: string = parts.clock.today(),
  patienceMs = PATIENCE_MS,
): Promise<GamesTodayResponse> {
  const today = parts.clock.today()
  if (date < shiftedDay(today, -FURTHEST_DAYS) || date > shiftedDay(today, FURTHEST_DAYS))
    throw badRequest(`date: ${date} is more than a year away from ${today}`)
  const [baseball, football] = await Promise.all([
    orMissing(baseballGames(parts, date), patienceMs),
    orMissing(footballGames(parts, date), patienceMs),
  ])
  if ('error' in baseball && 'error' in football) throw baseball.error
  const reads = [baseball, football].flatMap((read) => ('error' in read ? [] : [read]))
  return {
    date,
    games: {
      baseball: 'error' in baseball ? [] : baseball.value,
      football: 'error' in football ? [] : football.value,
    },
    missing: [
      ...('error' in baseball ? (['baseball'] as const) : []),
      ...('error' in football ? (['football'] as const) : []),
    ],
    readAt: reads.map(({ readAt }) => readAt).toSorted()[0] ?? parts.clock.now().toISOString(),
    stale: reads.some(({ stale }) => stale),
  }
}
