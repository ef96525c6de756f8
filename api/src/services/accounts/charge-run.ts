import type { Deps } from '../../deps.ts'
import type { SignedInUser } from '../../http/context.ts'
import { requireRun } from './require-run.ts'

interface Charge {
  /**
   * Captures the hold, once. Further calls wait for the first one.
   * @throws HttpError 403 RUN_REQUIRED when the hold was released
   */
  make(): Promise<void>
  /** Whether `make` was called. From then on an error does not imply that nothing was charged. */
  tried(): boolean
}

/** Creates the charge of a run whose result is about to be sent. */
export function chargeOf(deps: Pick<Deps, 'repositories'>, user: SignedInUser, runId: string): Charge {
  let made: Promise<void> | null = null
  const charge = async () => {
    if (await deps.repositories.runs.capture(runId)) return
    // Nothing was captured. If the run was captured before, it is still valid. If another stream or the
    // sweeper released it meanwhile, requireRun refuses it.
    await requireRun(deps, user, runId)
  }
  return {
    make: () => {
      made ??= charge()
      return made
    },
    tried: () => made !== null,
  }
}
