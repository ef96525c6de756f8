import { type FetchLinesQuery, PITCHER_PAGE_CATEGORIES } from '@propsight/shared/contracts'
import { isPitcherCategory, quickLinesLimit, statTypeOf } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import type { SignedInUser } from '../../http/context.ts'
import { unauthorized } from '../../platform/errors.ts'
import { requireRun } from '../accounts/require-run.ts'

/** Specification 2 §7: the pitchers page asks for 50. */
const PITCHERS_PAGE_LINES = 50

const statName = (category: string): string => statTypeOf(category)?.name ?? category
const PAGE_STATS = new Set(PITCHER_PAGE_CATEGORIES.map(statName))

/**
 * Most lines that this question is answered with. The pitchers page's two categories, by either name, are open to
 * everyone; all else needs a live run of that category, or of all stat lines. A run may ask for every line; without a
 * limit it gets the specified number.
 * @throws HttpError 401, 403 RUN_REQUIRED
 */
export async function linesAllowed(
  deps: Pick<Deps, 'repositories'>,
  user: SignedInUser | undefined,
  { runId, category, limit }: FetchLinesQuery,
): Promise<number> {
  if (runId === undefined && PAGE_STATS.has(statName(category))) return PITCHERS_PAGE_LINES
  if (!user) throw unauthorized()
  await requireRun(deps, user, runId, category)
  return limit ?? quickLinesLimit(isPitcherCategory(category))
}
