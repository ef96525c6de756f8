import type { Deps } from '../../deps.ts'
import type { SignedInUser } from '../../http/context.ts'
import { requireRun } from './require-run.ts'

interface Charge {
  /**
   * Turns the hold into a charge, once; repeating it waits for the first.
   * @throws HttpError 403 RUN_REQUIRED when the run was given back
   */
  make(): Promise<void>
  /** Whether it was tried: from then on an error does not mean that nothing was charged. */
  tried(): boolean
}

/** The charge for a run whose work is about to be handed over. */
export function chargeOf(deps: Pick<Deps, 'repositories'>, user: SignedInUser, runId: string): Charge {
  let made: Promise<void> | null = null
  const charge = async () => {
    if (await deps.repositories.runs.capture(runId)) return
    // Charged before: the same run again. Given back meanwhile, by another stream or the sweeper: nothing to have.
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
