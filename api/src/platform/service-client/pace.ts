/** Spacing of calls: `subBatch` calls in parallel, a pause, and a longer pause after every `batch` calls. */
export interface PaceRule {
  subBatch: number
  batch: number
  subBatchPauseMs: number
  batchPauseMs: number
}

/**
 * Decides when a call may start. State in memory, or in Redis so that all instances keep one pace together.
 */
export interface Gate {
  /**
   * @returns 0 if the call may start; else milliseconds until the next attempt (Infinity: until another call
   *   ends)
   */
  enter(id: string): Promise<number>
  leave(id: string): Promise<void>
}

/**
 * Pace of one process. Calls of a sub-batch run in parallel. The next sub-batch starts when all of them have
 * ended and the pause is over. After a complete batch the longer pause applies. A quiet time of that length
 * starts a new batch.
 * @param now clock in milliseconds
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
