import { opponentSeasons } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import { isPageDay } from './page-days.ts'
import { probablePitchers } from './probable-pitchers.ts'

type Query = Readonly<Record<string, string>>

const SCHEDULE = '/api/v1/schedule'
const PERSON = /^\/api\/v1\/people\/(\d+)(\/stats)?$/
const PITCHING_HYDRATION = /^stats\(group=\[pitching\],type=\[(season|gameLog)\],season=(\d{4})\)$/
const KINDS: readonly string[] = ['season', 'gameLog']

const hasOnly = (query: Query, names: readonly string[]) =>
  Object.keys(query).every((name) => names.includes(name))

/** The season that a question about a pitcher is about, as text; null where it is no question of the page's. */
function pitchingSeason(stats: boolean, query: Query): string | null | undefined {
  if (!stats) {
    if (query.hydrate === undefined) return undefined
    return PITCHING_HYDRATION.exec(query.hydrate)?.[2] ?? null
  }
  const known = hasOnly(query, ['stats', 'group', 'season', 'gameType'])
  return known && query.group === 'pitching' && KINDS.includes(query.stats ?? '') ? query.season : null
}

/**
 * Whether a question to the mirror is one that the pitchers page was specified with (specification 2 §7): the schedule
 * of one of its days; profile, season and game log of a pitcher who is announced today, as far back as it looks. It
 * needs neither sign-in nor run (DECISIONS 'Calls, charges, rights'), and there are only so many of them.
 * @param path as the stats service has it, already on the mirror's list, with a query that it takes
 * @throws UpstreamError when today's schedule cannot be read
 */
export async function isPageQuestion(
  { upstream, clock }: Pick<Deps, 'upstream' | 'clock'>,
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
  if (season !== undefined && !opponentSeasons(clock.season()).includes(Number(season))) return false
  const games = await upstream.stats.schedule(today)
  return probablePitchers(today, games.value, []).some(({ shown }) => shown.id === Number(id))
}
