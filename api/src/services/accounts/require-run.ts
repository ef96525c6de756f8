import { RUN_FEATURES } from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import type { SignedInUser } from '../../http/context.ts'
import { HttpError } from '../../platform/errors.ts'
import type { Run } from '../../repositories/runs.ts'

const refused = (message: string) => new HttpError(403, 'RUN_REQUIRED', message)
// A parlay also holds its credit as a run. A request for game logs must not capture that hold: the user would
// be charged without a saved parlay.
const isAnalysis = ({ feature }: Run) => RUN_FEATURES.some((known) => known === feature)
const sameStat = (a: string, b: string) => (findStatType(a)?.name ?? a) === (findStatType(b)?.name ?? b)

/**
 * Reads a run (one paid analysis) of the user.
 * @param category market that the run must cover, when given; a run of 'All Stat Lines' covers each
 * @throws HttpError 403 RUN_REQUIRED when the run is missing, ended, a parlay, or of another market
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
