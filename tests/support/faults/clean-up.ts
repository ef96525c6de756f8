/** What has to be undone in the end, the latest first. */
export interface CleanUp {
  later(undo: () => unknown): void
  /** Undoes everything once, whatever fails on the way. @throws AggregateError of what failed, when all is done */
  now(): Promise<void>
}

/** Keeps what has to be undone, so that nothing is left behind by a start that failed halfway. */
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
