import { type FetchLinesQuery, PITCHER_PAGE_CATEGORIES } from '@propsight/shared/contracts'
import { isPitcherMarket, quickLinesLimit, findStatType } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import type { SignedInUser } from '../../http/context.ts'
import { unauthorized } from '../../platform/errors.ts'
import { requireRun } from '../accounts/require-run.ts'

/** The pitchers page requests 50 lines (H5). */
const PITCHERS_PAGE_LINES = 50

const statName = (category: string): string => findStatType(category)?.name ?? category
const PAGE_STATS = new Set(PITCHER_PAGE_CATEGORIES.map(statName))

/**
 * Determines how many lines a request may get (N8). The two markets of the pitchers page need no sign-in; all
 * others need a live run of that market or of 'All Stat Lines'. A run may request any number of lines.
 * @returns the maximum number of lines; with a run and without a requested limit 30 for a pitcher market,
 * else 300
 * @throws HttpError 401 without sign-in, 403 RUN_REQUIRED
 */
export async function linesAllowed(
  deps: Pick<Deps, 'repositories'>,
  user: SignedInUser | undefined,
  { runId, category, limit }: FetchLinesQuery,
): Promise<number> {
  if (runId === undefined && PAGE_STATS.has(statName(category))) return PITCHERS_PAGE_LINES
  if (!user) throw unauthorized()
  await requireRun(deps, user, runId, category)
  return limit ?? quickLinesLimit(isPitcherMarket(category))
}
