import { describe, expect, it } from 'vitest'
import { logit } from './prices.ts'
import { believedOver, quoteHistory, stateAt } from './quote-history.ts'

/** True over probabilities of the lines 0.5, 1.5 … 6.5, as logits. */
const LOGITS = [0.98, 0.9, 0.77, 0.6, 0.44, 0.28, 0.15].map(logit)

describe('history of a quote', () => {
  it('starts at the line nearest to even and keeps it while the over probability is in the range', () => {
    const states = quoteHistory(LOGITS, 0, [{ seenAt: 200, shift: 0.2 }], 100)
    expect(states).toEqual([
      { from: 100, line: 3, shift: -0.2 },
      { from: 200, line: 3, shift: 0 },
    ])
  })

  it('moves to the neighbour when the over probability is outside the range', () => {
    const states = quoteHistory(LOGITS, 0.8, [{ seenAt: 200, shift: 0.8 }], 100)
    expect(states.map(({ line }) => line)).toEqual([4, 5])
    expect(believedOver(LOGITS, 4, 0.8)).toBeGreaterThan(0.62)
  })

  it('stays at the lowest line when the over probability is below the range there', () => {
    expect(
      quoteHistory([0.1, 0.01].map(logit), 0, [{ seenAt: 200, shift: -0.5 }], 100).map(({ line }) => line),
    ).toEqual([0, 0])
  })

  it('contains steps before the opening in its first state', () => {
    expect(quoteHistory(LOGITS, 0.1, [{ seenAt: 50, shift: 0.3 }], 100)).toEqual([
      { from: 100, line: 4, shift: 0.1 },
    ])
  })

  it('has no state before the opening, and the latest state afterwards', () => {
    const states = quoteHistory(
      LOGITS,
      0,
      [
        { seenAt: 300, shift: 0.1 },
        { seenAt: 200, shift: 0.1 },
      ],
      100,
    )
    expect(stateAt(states, 99)).toBeUndefined()
    expect([100, 199, 200, 299, 300, 9999].map((instant) => stateAt(states, instant)?.from)).toEqual([
      100, 100, 200, 200, 300, 300,
    ])
  })
})
