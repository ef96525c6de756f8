import type { Deps } from '../../../deps.ts'
import type { Read } from '../../../platform/cache/read.ts'
import { shiftedDay } from '../../../sources/stats/finished-games.ts'
import type { StatsTransaction } from '../../../sources/stats/format/transactions.ts'

/** Roster moves by person id. */
export type MovesByPerson = ReadonlyMap<number, readonly StatsTransaction[]>

/** Longer than nearly everybody's stay on a list who has lines. */
export const NEWS_DAYS = 60
const WEEK_DAYS = 7
const DAY_MS = 86_400_000

/** Days that reach back `NEWS_DAYS` at least, and stay the same all week: a new day does not begin without moves. */
export function newsSpan(today: string): { startDate: string; endDate: string } {
  const ofWeek = Math.round(Date.parse(today) / DAY_MS) % WEEK_DAYS
  const begin = shiftedDay(today, -ofWeek)
  return { startDate: shiftedDay(begin, -NEWS_DAYS), endDate: shiftedDay(begin, WEEK_DAYS - 1) }
}

// Answers come from a cache, so the same array is asked about often.
const known = new WeakMap<readonly StatsTransaction[], MovesByPerson>()

function byPerson(moves: readonly StatsTransaction[]): MovesByPerson {
  const last = known.get(moves)
  if (last) return last
  const found = Map.groupBy(moves, ({ person }) => person.id)
  known.set(moves, found)
  return found
}

/**
 * Everybody's roster moves of the last two months.
 * @throws UpstreamError
 */
export async function readMoves({
  upstream,
  clock,
}: Pick<Deps, 'upstream' | 'clock'>): Promise<Read<MovesByPerson>> {
  const { startDate, endDate } = newsSpan(clock.today())
  const read = await upstream.stats.transactions(startDate, endDate)
  return { ...read, value: byPerson(read.value) }
}
