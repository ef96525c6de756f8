import type { AssessParlayBody, AssessParlayResponse } from '@propsight/shared/contracts'
import { bookRules } from '@propsight/shared/domain'
import { assessEntry } from '@propsight/shared/domain/engine'
import { runSlice } from '../../../platform/concurrency/event-loop.ts'
import { computeFigures } from './choose-parlays.ts'
import { findLegs, type LegPorts } from './legs.ts'

/**
 * The figures of legs that the user chose: joint probability, that of independent legs, payout and break-even, all as
 * `generateParlays` computes them. Picks that cannot be legs are named with the reason; without at least two legs, and
 * for legs that the book does not take together, there are no figures.
 * @throws UpstreamError when the league cannot be read
 */
export async function assessParlay(
  parts: LegPorts,
  { myPicks }: AssessParlayBody,
): Promise<AssessParlayResponse> {
  const found = await findLegs(parts, myPicks)
  const leftOut = found.leftOut.map(({ pickId, reason }) => ({ pickId, reason: reason.text }))
  if (found.legs.length < 2)
    return { figures: null, refusal: 'Fewer than two of these picks can be legs now.', leftOut }
  const legs = found.legs.toSorted((a, b) => b.leg.win - a.leg.win)
  const assessed = await runSlice(() => assessEntry(legs.map(({ leg }) => leg)))
  if (!assessed.ok)
    return { figures: null, refusal: `${bookRules().name} refuses this entry: ${assessed.reason}.`, leftOut }
  const { overallConfidence, interval, independent, pays, breakEven, unpriced } = computeFigures({
    legs,
    assessment: assessed.value,
  })
  return {
    figures: { overallConfidence, interval, independent, pays, breakEven, unpriced },
    refusal: null,
    leftOut,
  }
}
