/** How calls are spaced: `subBatch` together, a pause, and a longer pause after `batch`. */
export interface PaceRule {
  subBatch: number
  batch: number
  subBatchPauseMs: number
  batchPauseMs: number
}

/** Who may call now. Kept in memory, or in Redis so that all instances keep one pace. */
export interface Gate {
  /** @returns 0 when the caller may go; else milliseconds to wait before asking again (Infinity: until someone left) */
  enter(id: string): Promise<number>
  leave(id: string): Promise<void>
}

/**
 * One process's pace. Calls of a sub-batch run together; the next sub-batch begins when all of them are done and the
 * pause is over; after a whole batch the pause is the long one. A long quiet time begins a new batch.
 * @param now milliseconds
 */
export function createMemoryGate(rule: PaceRule, now: () => number): Gate {
  const inside = new Set<string>()
  let inBatch = 0
  let inSubBatch = 0
  let lastLeftAt = Number.NEGATIVE_INFINITY

  return {
    async enter(id) {
      const quietMs = now() - lastLeftAt
      if (inside.size === 0 && quietMs >= rule.batchPauseMs) {
        inBatch = 0
        inSubBatch = 0
      }
      const batchIsFull = inBatch >= rule.batch
      if (batchIsFull || inSubBatch >= rule.subBatch) {
        if (inside.size > 0) return Number.POSITIVE_INFINITY
        const pauseMs = batchIsFull ? rule.batchPauseMs : rule.subBatchPauseMs
        if (quietMs < pauseMs) return pauseMs - quietMs
        inSubBatch = 0
        if (batchIsFull) inBatch = 0
      }
      inBatch += 1
      inSubBatch += 1
      inside.add(id)
      return 0
    },
    async leave(id) {
      if (inside.delete(id)) lastLeftAt = now()
    },
  }
}
