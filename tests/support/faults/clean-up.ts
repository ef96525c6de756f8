/** Cleanup steps that run in reverse order. */
export interface CleanUp {
  later(undo: () => unknown): void
  /**
   * Runs every step once, even if some fail.
   * @throws AggregateError with the failures, after the last step
   */
  now(): Promise<void>
}

/** Collects cleanup steps during a start, so that a failed start can be undone, too. */
export function startCleanUp(): CleanUp {
  const undone: (() => unknown)[] = []
  return {
    later: (undo) => void undone.push(undo),
    async now() {
      const failures: unknown[] = []
      for (let undo = undone.pop(); undo; undo = undone.pop()) {
        try {
          await undo()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length) throw new AggregateError(failures, 'not everything could be undone')
    },
  }
}
