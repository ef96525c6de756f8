import { assessEntry, type EntryAssessment, findEntries } from '@propsight/shared/domain/engine'
import { createTurns } from '../../../platform/concurrency/turns.ts'
import type { PickLeg } from './pick-leg.ts'

/** Everybody's parlays share this thread with all other calls: some milliseconds at a time. */
const turns = createTurns()

export interface ChosenParlay {
  /** Likeliest first. */
  readonly legs: readonly PickLeg[]
  readonly assessment: EntryAssessment
}

/**
 * The parlays to recommend, best first; none where the legs make none that the book takes.
 * @throws Error where the engine refuses what it found itself
 */
export async function chooseParlays(legs: readonly PickLeg[], size: number): Promise<ChosenParlay[]> {
  const byLeg = new Map(legs.map((each) => [each.leg, each]))
  const turn = turns.join()
  const search = findEntries([...byLeg.keys()], size)
  let step = await turn.run(() => search.next())
  while (!step.done) step = await turn.run(() => search.next())
  const chosen: ChosenParlay[] = []
  for (const { legs: own } of step.value) {
    const assessed = await turn.run(() => assessEntry(own))
    if (!assessed.ok) throw new Error(`the engine refused a parlay: ${assessed.reason}`)
    chosen.push({ legs: own.flatMap((leg) => byLeg.get(leg) ?? []), assessment: assessed.value })
  }
  return chosen
}
