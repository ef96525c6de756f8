import { listOpponentSeasons } from '@propsight/shared/domain'
import { addDays } from '../../sources/stats/finished-games.ts'
import type { LeagueReads } from '../../sources/stats/stats-client.ts'
import { probablePitchers } from './probable-pitchers.ts'

/** Range of days that can be requested. It bounds the upstream requests that anonymous visitors can cause. */
export const DAYS_BACK = 30
export const DAYS_AHEAD = 7

/** Whether a league day is in the range of the pitchers page. */
export const isPageDay = (date: string, today: string): boolean =>
  date >= addDays(today, -DAYS_BACK) && date <= addDays(today, DAYS_AHEAD)

type Query = Readonly<Record<string, string>>

const SCHEDULE = '/api/v1/schedule'
const PERSON = /^\/api\/v1\/people\/(\d+)(\/stats)?$/
const PITCHING_HYDRATION = /^stats\(group=\[pitching\],type=\[(season|gameLog)\],season=(\d{4})\)$/
const KINDS: readonly string[] = ['season', 'gameLog']

const hasOnly = (query: Query, names: readonly string[]) =>
  Object.keys(query).every((name) => names.includes(name))

/**
 * The season of a request for a pitcher, as text; undefined if it names none; null if the page makes no such
 * request.
 */
function pitchingSeason(stats: boolean, query: Query): string | null | undefined {
  if (!stats) {
    if (query.hydrate === undefined) return undefined
    return PITCHING_HYDRATION.exec(query.hydrate)?.[2] ?? null
  }
  const known = hasOnly(query, ['stats', 'group', 'season', 'gameType'])
  return known && query.group === 'pitching' && KINDS.includes(query.stats ?? '') ? query.season : null
}

/**
 * Whether a mirror request is one of the pitchers page: the schedule of one of its days, or profile, season
 * or game log of a pitcher announced for today, back to the first season of row H3. These requests need
 * neither sign-in nor a run; their number is bounded.
 * @param path path of the stats service; path and query are already accepted by the mirror
 * @throws UpstreamError if today's schedule cannot be read
 */
export async function isPageRequest(
  { upstream, clock }: LeagueReads<'schedule'>,
  path: string,
  query: Query,
): Promise<boolean> {
  const today = clock.today()
  if (path === SCHEDULE) {
    const known = hasOnly(query, ['sportId', 'date', 'gameType', 'gameTypes', 'hydrate'])
    return known && query.date !== undefined && isPageDay(query.date, today)
  }
  const [, id, stats] = PERSON.exec(path) ?? []
  if (id === undefined) return false
  const season = pitchingSeason(stats !== undefined, query)
  if (season === null) return false
  if (season !== undefined && !listOpponentSeasons(clock.season()).includes(Number(season))) return false
  const games = await upstream.stats.schedule(today)
  return probablePitchers(today, games.value, []).some(({ shown }) => shown.id === Number(id))
}
