import { RUN_FEATURES } from '@propsight/shared/contracts'
import { statTypeOf } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import type { SignedInUser } from '../../http/context.ts'
import { HttpError } from '../../platform/errors.ts'
import type { Run } from '../../repositories/runs.ts'

const refused = (message: string) => new HttpError(403, 'RUN_REQUIRED', message)
// Parlays hold their credit as a run, too: captured by somebody's logs it would be charged and save nothing.
const isAnalysis = ({ feature }: Run) => RUN_FEATURES.some((known) => known === feature)
const sameStat = (a: string, b: string) => (statTypeOf(a)?.name ?? a) === (statTypeOf(b)?.name ?? b)

/**
 * The user's run of an analysis, while it may be used.
 * @param category where the run must be about it; a run of all stat lines is about each
 * @throws HttpError 403 RUN_REQUIRED
 */
export async function requireRun(
  { repositories }: Pick<Deps, 'repositories'>,
  user: SignedInUser,
  runId: string | undefined,
  category?: string,
): Promise<Run> {
  if (runId === undefined) throw refused('Start an analysis to see its lines.')
  const run = await repositories.runs.live(runId, user.id)
  if (!run || !isAnalysis(run)) throw refused('This analysis has ended. Start a new one.')
  if (category !== undefined && run.category !== 'All Stat Lines' && !sameStat(run.category, category)) {
    throw refused(`This analysis was started for ${run.category}.`)
  }
  return run
}
