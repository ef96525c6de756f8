import { assessEntry, type EntryAssessment, findEntries } from '@propsight/shared/domain/engine'
import { createTurns } from '../../../platform/concurrency/turns.ts'
import type { PickLeg } from './legs.ts'

/**
 * Cooperative scheduler: the search runs in slices of some milliseconds, so that it does not block other
 * requests.
 */
const turns = createTurns()

export interface ChosenParlay {
  /** Highest probability first. */
  readonly legs: readonly PickLeg[]
  readonly assessment: EntryAssessment
}

/**
 * Chooses the parlays to recommend, best first; none when the legs form no entry that the book accepts.
 * @param size legs per parlay
 * @throws Error when the engine refuses an entry that it found itself
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
